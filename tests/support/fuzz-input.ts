import fc from 'fast-check';
import type { z } from 'zod';
import { seen } from './schema-walk';

/** Inputs made from a schema: mostly what it asks for, with something in it now and then that no form sends. */

const HUGE = [
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '1'.repeat(40),
  '-1',
  '00',
  '0x10',
  '1e999',
];

/** What stands anywhere, whatever the field is for. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    -1,
    0,
    0.5,
    1e21,
    -1e21,
    Number.MAX_SAFE_INTEGER,
    2 ** 31,
    2 ** 63,
    '',
    ' ',
    '%',
    '_\\',
    '..',
    '.',
    "';--",
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\u{1f6d7}',
    '__proto__',
    'constructor',
    'NaN',
    'Infinity',
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    { length: 3 },
    { toString: 1 },
  ),
  fc.constantFrom<unknown>(
    ...HUGE,
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '0001-01-01 00:00:00',
    '9999-12-31',
    '99999-01-01',
    '2026-01-01 25:61:61',
    '+275760-09-13',
    '2026-01-01T00:00:00Z',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer({ min: 1, max: 6000 }).map((length) => 'x'.repeat(length)),
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Words that stand for something in the database of the personas, so that calls come further than to the first look-up. */
const KNOWN = [
  'E-1',
  'E-2',
  'P-1',
  'P-2',
  'B01',
  'platformAdmin',
  'customerLite',
  'customerEssence',
  'branchAdmin',
  '1',
  '2',
  '2026-05-01',
  '2026-05-01 10:00:00',
  '13800000000',
  'a',
  '电梯',
  'createDate',
  'asc',
];

const DATE = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function fitting(schema: z.ZodType, depth: number): fc.Arbitrary<unknown> {
  const { node, isNullable } = seen(schema);
  if (isNullable && depth > 0)
    return fc.oneof({ weight: 5, arbitrary: fitNode(node, depth) }, { weight: 1, arbitrary: fc.constant(null) });
  return fitNode(node, depth);
}

function fitNode(node: ReturnType<typeof seen>['node'], depth: number): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'object':
      return objectOf(node.fields, depth);
    case 'list':
      return fc.array(inputOf(node.item, depth + 1), { maxLength: Math.min(node.max, 5) });
    case 'record':
      return fc.dictionary(
        fc.oneof(fc.constantFrom(...KNOWN), fc.string({ maxLength: 10 })),
        inputOf(node.value, depth + 1),
        { maxKeys: 4 },
      );
    case 'choice':
      return fc.oneof(...node.options.map((option) => fitting(option, depth)));
    case 'values':
      return fc.constantFrom(...node.values);
    case 'text':
      return fc.oneof(
        fc.constantFrom<string>(...KNOWN),
        DATE,
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.constantFrom(...HUGE),
        ...node.patterns
          .filter(({ flags, source }) => flags === '' && !/\(\?[=!<]/.test(source))
          .map((pattern) => fc.stringMatching(pattern)),
      );
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.max(-10, Math.ceil(node.min)),
          max: Math.max(Math.ceil(Math.max(-10, node.min)), Math.min(2 ** 53 - 1, Math.floor(node.max))),
        }),
        fc.integer({ min: 0, max: 20 }),
        fc.nat(5).map(String),
      );
    case 'yesNo':
      return fc.boolean();
    case 'any':
      return fc.oneof(fc.constantFrom<unknown>(...KNOWN, 0, 1), fc.jsonValue({ maxDepth: 2 }));
  }
}

function objectOf(fields: Readonly<Record<string, z.ZodType>>, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(fields);
  const required = names.filter((name) => !seen(fields[name] as z.ZodType).isOptional);
  const model = Object.fromEntries(names.map((name) => [name, inputOf(fields[name] as z.ZodType, depth + 1)]));
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(model, { requiredKeys: required, noNullPrototype: true }) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [], noNullPrototype: true }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.record(model, { requiredKeys: required, noNullPrototype: true }),
          fc.string({ maxLength: 8 }),
          hostile,
        )
        .map(([object, name, value]) => ({ ...object, [name]: value })),
    },
  ) as fc.Arbitrary<Record<string, unknown>>;
}

/** Inputs of a schema; about one value in ten is hostile. */
export function inputOf(schema: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const good = fitting(schema, depth);
  return depth === 0 ? good : fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: hostile });
}
