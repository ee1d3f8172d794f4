import type { z } from 'zod';

/** The structure of a schema as a test reads it: what a caller sends, seen through optional, default, preprocess and transform. */

type Def = z.core.$ZodTypes['_zod']['def'];
export type Node =
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, z.ZodType>> }
  | { readonly kind: 'list'; readonly item: z.ZodType; readonly max: number }
  | { readonly kind: 'record'; readonly value: z.ZodType }
  | { readonly kind: 'choice'; readonly options: readonly z.ZodType[] }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'text'; readonly max: number; readonly patterns: readonly RegExp[]; readonly format?: string }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'yesNo' }
  | { readonly kind: 'any' };

export interface Seen {
  readonly node: Node;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
}

interface CheckDef {
  readonly check: string;
  readonly maximum?: number;
  readonly length?: number;
  readonly value?: unknown;
  readonly pattern?: RegExp;
  readonly format?: string;
}

const inner = (schema: z.core.$ZodType) => schema as z.ZodType;

/** The checks of a schema, its own format among them. */
function checksOf(schema: z.ZodType): CheckDef[] {
  const def = schema._zod.def as { checks?: readonly z.core.$ZodCheck[] } & Partial<CheckDef>;
  return [
    ...(def.check === undefined ? [] : [def as CheckDef]),
    ...(def.checks ?? []).map((check) => check._zod.def as CheckDef),
  ];
}

const longest = (checks: readonly CheckDef[]) =>
  Math.min(...checks.map(({ maximum, length }) => length ?? maximum ?? Infinity));
const bound = (checks: readonly CheckDef[], check: string) =>
  checks.flatMap((each) => (each.check === check && typeof each.value === 'number' ? [each.value] : []));

/** @throws for a kind of schema that no input of ours has used so far */
export function seen(schema: z.ZodType): Seen {
  const def = schema._zod.def as Def;
  const plain = (node: Node): Seen => ({ node, isOptional: false, isNullable: false });
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return { ...seen(inner(def.innerType)), isOptional: true };
    case 'nullable':
      return { ...seen(inner(def.innerType)), isNullable: true };
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return seen(inner(def.innerType));
    case 'pipe':
      // A preprocess comes first and says nothing of itself.
      return seen(inner(inner(def.in)._zod.def.type === 'transform' ? def.out : def.in));
    case 'object':
      return plain({ kind: 'object', fields: def.shape as Record<string, z.ZodType> });
    case 'array': {
      return plain({ kind: 'list', item: inner(def.element), max: longest(checksOf(schema)) });
    }
    case 'tuple': {
      const [first] = def.items;
      return plain(first ? { kind: 'list', item: inner(first), max: def.items.length } : { kind: 'any' });
    }
    case 'record':
      return plain({ kind: 'record', value: inner(def.valueType) });
    case 'union': {
      const options = def.options.map(inner);
      const some = options.map((option) => option._zod.def.type);
      return {
        node: { kind: 'choice', options: options.filter((_, index) => some[index] !== 'undefined') },
        isOptional: some.includes('undefined') || options.some((option) => option._zod.def.type === 'optional'),
        isNullable: false,
      };
    }
    case 'literal':
      return plain({ kind: 'values', values: def.values });
    case 'enum':
      return plain({ kind: 'values', values: Object.values(def.entries) });
    case 'null':
      return plain({ kind: 'values', values: [null] });
    case 'string': {
      const checks = checksOf(schema);
      return plain({
        kind: 'text',
        max: longest(checks),
        patterns: checks.flatMap(({ pattern }) => pattern ?? []),
        format: checks.find(({ format }) => format !== undefined)?.format,
      });
    }
    case 'number': {
      const checks = checksOf(schema);
      return plain({
        kind: 'number',
        min: Math.max(-Infinity, ...bound(checks, 'greater_than')),
        max: Math.min(Infinity, ...bound(checks, 'less_than')),
      });
    }
    case 'boolean':
      return plain({ kind: 'yesNo' });
    case 'unknown':
    case 'any':
    case 'custom':
    case 'undefined':
    case 'transform':
      return plain({ kind: 'any' });
    default:
      throw new Error(`tests/support/schema-walk.ts does not know ${def.type}`);
  }
}
