import { z } from 'zod';
import type { AppError } from '@/lib/platform/contract/errors';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';

/** What is wrong with a row, field by field, and what would be right. */

interface Expected {
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly type?: string;
  readonly anyOf?: readonly Expected[];
}

const known = new WeakMap<z.ZodType, Readonly<Record<string, Expected>>>();

/** The fields of a row's schema, as far as they can be said in words. */
function fieldsOf(schema: z.ZodType): Readonly<Record<string, Expected>> {
  let fields = known.get(schema);
  if (!fields) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const whole = field as Expected;
        return [name, whole.anyOf?.find(({ type }) => type !== 'null') ?? whole];
      }),
    );
    known.set(schema, fields);
  }
  return fields;
}

function rightOf(field: string, fault: string, expected: Expected | undefined, say: Say): string | undefined {
  const { enum: values, minimum, maximum, maxLength } = expected ?? {};
  if (values) return say('rowOneOf', { values: values.map(String).join(', ') });
  if (minimum !== undefined && maximum !== undefined) return say('rowBetween', { min: minimum, max: maximum });
  if (/Date$|Day$/.test(field)) return say('rowDay');
  if (expected?.type === 'boolean') return say('rowOneOf', { values: 'true, false, 1, 0' });
  if (maxLength === undefined) return undefined;
  return say(fault === 'badKey' ? 'rowKey' : 'rowAtMost', { max: maxLength });
}

type Say = (key: string, params?: Record<string, string | number>) => string;

/** Every fault that the schema found in a row. */
export function rowFaults(schema: z.ZodType, error: AppError, language: Language): string {
  const say: Say = (key, params) => translateServer(language, 'errors', key, params);
  const faults = Object.entries((error.data?.fieldKeys ?? { '': error.messageKey }) as Record<string, string>);
  return faults
    .map(([field, messageKey]) => {
      const words = `${field}: ${say(messageKey)}`;
      const right = messageKey === 'required' ? undefined : rightOf(field, messageKey, fieldsOf(schema)[field], say);
      return right === undefined ? words : say('rowRight', { fault: words, right });
    })
    .join(say('rowSeparator'));
}
