import type { z } from 'zod';
import { IMPORTERS } from '@/lib/features/integration/importers';
import { AppError } from '@/lib/platform/contract/errors';
import { validate } from '@/lib/platform/contract/validate';
import { OPERATIONS } from '@/lib/platform/door/registry';

/** What every field of the contract, and of every imported row, makes of days that do not exist and of objects that cannot be read. */

interface Form {
  shape?: Record<string, unknown>;
  options?: Form[];
  in?: Form;
  out?: Form;
  def?: { in?: Form; out?: Form; innerType?: Form; schema?: Form };
}
const fieldsOf = (form: Form | undefined): string[] =>
  form === undefined
    ? []
    : [
        ...Object.keys(form.shape ?? {}),
        ...[...(form.options ?? []), form.def?.in, form.def?.out, form.def?.innerType].flatMap(fieldsOf),
      ];

const SCHEMAS: readonly (readonly [string, z.ZodType])[] = [
  ...OPERATIONS.map(({ name, input }) => [name, input] as const),
  ...Object.entries(IMPORTERS).map(([entity, { schema }]) => [`import of ${entity}`, schema] as const),
];

/** The dates among the fields: those that take a day, or a moment, and no other word. */
function datesOf(schema: z.ZodType): readonly (readonly [string, string])[] {
  const isRefused = (field: string, value: string) =>
    schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field) ?? false;
  return [...new Set(fieldsOf(schema as Form))].flatMap((field) =>
    ['', ' 08:00:00', 'T08:00:00Z'].flatMap((time) =>
      isRefused(field, 'tomorrow') &&
      isRefused(field, `Dd27-02-28${time}`) &&
      isRefused(field, `Day 2027-02-28${time}`) &&
      !isRefused(field, `2027-02-28${time}`) &&
      !isRefused(field, `2028-02-29${time}`)
        ? ['2027-02-29', '2027-02-30', '2027-04-31', '2027-13-01', '2027-00-10', '2027-01-00']
            .filter((day) => !isRefused(field, day + time))
            .map((day) => [field, day + time] as const)
        : [],
    ),
  );
}

it('no field takes a day that does not exist: it is refused with its field, never moved to another day', () => {
  expect(
    SCHEMAS.flatMap(([name, schema]) => datesOf(schema).map(([field, day]) => `${name}.${field} takes ${day}`)),
  ).toEqual([]);
});

it.each(Object.entries(IMPORTERS))('a row of %s with an object in a field is refused with words', (_, { schema }) => {
  const fields = fieldsOf(schema as Form);
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields)
    for (const value of [{ toString: 1 }, { valueOf: 1, toString: null }, [{ toString: 1 }]])
      try {
        validate(schema, { [field]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
});
