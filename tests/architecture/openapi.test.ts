import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '@/lib/platform/door/openapi';
import { OPERATIONS } from '@/lib/platform/door/registry';

/** `/sms/openapi.json` is what others generate their clients from: valid, whole, and as exact as the checks behind it. */

interface Schema {
  readonly [word: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
}

const document = JSON.parse(JSON.stringify(openApiDocument('https://portal.example'))) as ReturnType<
  typeof openApiDocument
>;
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as Described[];

type Visit = (schema: Schema, at: string) => void;
function walk(schema: Schema, at: string, visit: Visit): void {
  visit(schema, at);
  for (const [name, part] of Object.entries(schema.properties ?? {})) walk(part, `${at}.${name}`, visit);
  if (schema.items) walk(schema.items, `${at}[]`, visit);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(part, at, visit);
}

function walkInputs(visit: Visit): void {
  for (const { operationId, parameters = [], requestBody } of described) {
    for (const { name, schema } of parameters) walk(schema, `${operationId}.${name}`, visit);
    for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, operationId, visit);
  }
}

function walkAll(visit: Visit): void {
  walkInputs(visit);
  for (const { operationId, responses } of described)
    for (const { schema } of Object.values(responses[200].content)) walk(schema, operationId, visit);
}

/** Fields whose values are fixed by api.md §1.11, whichever operation they belong to. */
const VALUE_SETS = [
  'userType',
  'customerType',
  'projectbranchType',
  'branchUserType',
  'onlineStatus',
  'errorStatus',
  'entrapmentStatus',
  'floorMappingConfiged',
  'floorMatchingEditStatus',
  'haveEquipment',
  'externalAccount',
  'installStatus',
  'displayType',
  'video',
  'dhVideo',
  'autoCreate',
  'isMessage',
  'mute',
  'campusViewSize',
  'liveIntervalSec',
  'modelType',
  'state',
  'kind',
  'level',
  'action',
  'sortField',
  'sortOrder',
];
const isSaid = ({ enum: values, const: only, anyOf, type, items }: Schema): boolean =>
  values !== undefined ||
  only !== undefined ||
  type === 'null' ||
  (items !== undefined && isSaid(items)) ||
  (anyOf !== undefined && anyOf.every(isSaid));

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  it('refers to nothing that is not in it', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, reference = '']) => reference,
    );
    const found = (reference: string) =>
      reference
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    expect(references.length).toBeGreaterThan(OPERATIONS.length);
    expect(
      [...new Set(references)].filter(
        (reference) => !reference.startsWith('#/components/') || found(reference) === undefined,
      ),
    ).toEqual([]);
  });

  it('says how long every text and every list of an input may be', () => {
    const unbounded: string[] = [];
    walkInputs(({ type, enum: values, const: only, format, pattern, maxLength, maxItems }, at) => {
      const hasLength =
        maxLength !== undefined ||
        values !== undefined ||
        only !== undefined ||
        format === 'binary' ||
        (typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]/.test(pattern));
      if ((type === 'string' && !hasLength) || (type === 'array' && maxItems === undefined)) unbounded.push(at);
    });
    expect(unbounded).toEqual([]);
  });

  it('lists the values of every field that has a fixed set of them', () => {
    const open: string[] = [];
    const seen = new Set<string>();
    walkAll((schema, at) => {
      for (const name of VALUE_SETS) {
        const field = schema.properties?.[name];
        if (!field) continue;
        seen.add(name);
        if (!isSaid(field)) open.push(`${at}.${name}`);
      }
    });
    expect(open).toEqual([]);
    expect(VALUE_SETS.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('asks for a key in the path there and nowhere else, with the rule of the key', () => {
    for (const { operationId, parameters = [], requestBody } of described) {
      for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'path')) {
        expect([operationId, Object.keys(schema)]).toEqual([operationId, expect.arrayContaining(['type'])]);
        expect(Object.keys(schema).length).toBeGreaterThan(1);
        for (const body of Object.values(requestBody?.content ?? {}))
          expect(body.schema.properties?.[name]).toBeUndefined();
      }
    }
  });
});
