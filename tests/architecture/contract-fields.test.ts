import { openApiDocument } from '@/lib/platform/door/openapi';
import { ContractDocument } from '../support/contract-document';
import type { Shape } from '../support/contract-document';

/** The fields of every operation against docs/spec/api.md: whoever reads the contract knows all that is sent and answered. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
}

const contract = new ContractDocument();
const document = openApiDocument('https://portal.example');
const operations = (Object.values(document.paths).flatMap((methods) => Object.values(methods)) as Described[]).map(
  (operation) => [operation.operationId, operation] as const,
);
const shared = document.components.schemas as Record<string, Schema>;
const PAGING = ['pageIndex', 'pageSize', 'sortField', 'sortOrder'];

/** What stands behind references, lists and "or null". */
function bare(schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  if (schema.$ref) return bare(shared[schema.$ref.replace('#/components/schemas/', '')]);
  if (schema.items) return bare(schema.items);
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].length > 0
    ? [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(bare)
    : [schema];
}
/** A field that several alternatives have is what either of them says. */
function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  const found: Record<string, { anyOf: Schema[] }> = {};
  for (const [name, field] of bare(schema).flatMap(({ properties = {} }) => Object.entries(properties)))
    (found[name] ??= { anyOf: [] }).anyOf.push(field);
  return found;
}
const valuesOf = (schema: Schema): string[] =>
  [
    ...new Set(
      bare(schema)
        .flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]))
        .map(String),
    ),
  ]
    .filter((value) => value !== '' && value !== '-1')
    .sort();

/** Fields that only one side knows, and value sets that differ; `deep` is how far shapes are followed that hold themselves. */
function differences(at: string, said: Shape | undefined, schema: Schema | undefined, deep = 4): string[] {
  const properties = propertiesOf(schema);
  const names = Object.keys(properties);
  if (names.length === 0 || deep === 0) return [];
  if (!said) return [`${at}: api.md does not say its fields ${names.join(', ')}`];
  return [
    ...names.filter((name) => !(name in said.fields)).map((name) => `${at}.${name} is not in api.md`),
    ...Object.keys(said.fields)
      .filter((name) => !names.includes(name))
      .map((name) => `${at}.${name} is only in api.md`),
    ...names.flatMap((name) => {
      const { values, shape } = said.fields[name] ?? {};
      const field = properties[name] ?? {};
      if (values && valuesOf(field).join() !== [...values].sort().join())
        return [`${at}.${name}: ${valuesOf(field).join()} here, ${values.join()} in api.md`];
      return name in said.fields ? differences(`${at}.${name}`, shape?.(), field, deep - 1) : [];
    }),
  ];
}

function inputOf({ parameters = [], requestBody }: Described): Record<string, Schema> {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, schema] as const);
  return {
    ...Object.fromEntries(query),
    ...(Object.assign(
      {},
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => propertiesOf(schema)),
    ) as Record<string, Schema>),
  };
}
/** Inputs that are told by another operation's. */
const isToldElsewhere = (text: string) => /\bfilters\b|\bas \w+|^same\b/.test(text);

describe('the fields of the contract', () => {
  it('are read from the document: shapes, lists, value sets', () => {
    const row = contract.answer('querySmsLog')?.fields.records?.shape?.();
    expect(row?.fields).toMatchObject({
      id: {},
      username: {},
      state: { values: ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] },
    });
    expect(
      contract.answer('querySapProjects')?.fields.records?.shape?.()?.fields.children?.shape?.()?.fields,
    ).toHaveProperty('tplnr');
    expect(contract.answer('getUser')?.fields).toMatchObject({ username: {}, pendingRoles: {}, roleNameList: {} });
    expect(contract.input('queryApprovals').fields).toMatchObject({
      kind: { values: ['new', 'role', 'invoice'] },
      branchCode: {},
    });
    expect(contract.input('findEquipmentByNos').fields).toMatchObject({
      equipNoList: { maxLength: 40 },
      cubeNoList: { maxLength: 40 },
    });
  });

  it.each(operations)('%s answers the fields and values that api.md says, and no other', (name, { responses }) => {
    const data = responses[200].content['application/json']?.schema.properties?.data;
    expect(differences(name, contract.answer(name), data)).toEqual([]);
  });

  it.each(operations.filter(([name]) => !isToldElsewhere(contract.operations.get(name)?.input ?? '')))(
    '%s takes no field that api.md does not name',
    (name, operation) => {
      const { fields } = contract.input(name);
      const input = inputOf(operation);
      expect(Object.keys(input).filter((field) => !(field in fields) && !PAGING.includes(field))).toEqual([]);
      for (const [field, { values = [] }] of Object.entries(fields)) {
        if (values.length === 0 || !input[field]) continue;
        expect([field, valuesOf(input[field]).length]).not.toEqual([field, 0]);
        // What is not built yet is in the contract already.
        expect([field, valuesOf(input[field]).filter((value) => !values.includes(value))]).toEqual([field, []]);
      }
    },
  );
});
