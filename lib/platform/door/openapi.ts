import { z } from 'zod';
import { ERROR_CODES } from '@/lib/platform/contract/errors';
import { keyOf } from '@/lib/platform/contract/operation';
import type { Operation } from '@/lib/platform/contract/operation';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { OPERATIONS } from './registry';

/** The OpenAPI 3.1 document of the contract, generated from the registry and served at `/sms/openapi.json`. */

type Json = { [name: string]: unknown };
type Schemas = Record<string, Json>;
interface InputSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refers to the shared schemas of the document, and leaves out limits that only say "an integer". */
function settle(value: unknown, nameOf: (definition: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => settle(item, nameOf));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, bound]) => bound !== Number.MAX_SAFE_INTEGER && bound !== Number.MIN_SAFE_INTEGER)
      .map(([name, part]) => [
        name,
        name === '$ref' && typeof part === 'string'
          ? `#/components/schemas/${nameOf(part.replace('#/$defs/', ''))}`
          : settle(part, nameOf),
      ]),
  );
}

/** A shape that contains itself becomes a shared schema with its own name (`meta({ id })`). */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Schemas, owner: string): Json {
  const { $schema: _dialect, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const nameOf = (definition: string) =>
    definition.startsWith('__') ? `${owner}${definition.replaceAll('_', '')}` : definition;
  for (const [definition, { id: _id, ...shape }] of Object.entries($defs))
    shared[nameOf(definition)] = settle(shape, nameOf) as Json;
  return settle(json, nameOf) as Json;
}

function securityOf(operation: Operation) {
  switch (operation.access.kind) {
    case 'public':
    case 'internal':
      return [];
    case 'partner':
    case 'cube':
      return [{ basic: [] }];
    default:
      return [{ bearer: [] }, { cookie: [] }];
  }
}

/** The form of an upload operation: its fields and one binary. */
function formOf(input: InputSchema) {
  return { ...input, properties: { ...input.properties, file: { type: 'string', format: 'binary' } } };
}

/** The input without the keys that are in the path. */
function withoutKeys(input: InputSchema, keys: readonly string[]): InputSchema {
  if (keys.length === 0) return input;
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !keys.includes(name)),
  );
  const required = (input.required ?? []).filter((name) => !keys.includes(name));
  const { required: _all, ...rest } = input;
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) };
}

function bodyOf(operation: Operation, input: InputSchema) {
  const isEmpty =
    Object.keys(input.properties ?? {}).length === 0 &&
    input.type === 'object' &&
    input.additionalProperties === undefined;
  if (operation.method === 'GET' || (operation.method === 'DELETE' && isEmpty)) return {};
  return {
    requestBody: {
      required: true,
      content: operation.upload
        ? { 'multipart/form-data': { schema: formOf(input) } }
        : { 'application/json': { schema: input } },
    },
  };
}

function describe(operation: Operation, shared: Schemas) {
  const whole: InputSchema = schemaOf(operation.input, 'input', shared, operation.name);
  const keys = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const input = withoutKeys(whole, keys);
  const query = operation.method === 'GET' ? Object.entries(input.properties ?? {}) : [];
  const parameters = [
    ...keys.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: whole.properties?.[name] ?? { type: 'string' },
    })),
    ...query.map(([name, schema]) => ({
      name,
      in: 'query',
      required: input.required?.includes(name) ?? false,
      schema,
    })),
  ];
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[0]],
    security: securityOf(operation),
    'x-access': operation.access,
    'x-row-scope': operation.scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(operation, input),
    responses: {
      200:
        operation.output === fileOutput
          ? {
              description: 'the file',
              content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
            }
          : {
              description: 'success',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['code', 'message', 'data'],
                    properties: {
                      code: { const: 200 },
                      message: { type: 'string' },
                      data: schemaOf(operation.output, 'output', shared, operation.name),
                    },
                  },
                },
              },
            },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

/** Builds the document. `keyOf` tells readers which segment is the row's key. */
export function openApiDocument(serverUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  const shared: Schemas = {};
  for (const operation of OPERATIONS) {
    const path = `/sms/${operation.path}`;
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: {
        ...describe(operation, shared),
        ...(keyOf(operation.path) ? { 'x-key': keyOf(operation.path) } : {}),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lift portal contract', version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: shared,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sms_session' },
      },
      responses: {
        Failure: {
          description: 'Failure; HTTP status = code',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'message', 'data', 'error'],
                properties: {
                  code: { type: 'integer', enum: [...new Set(Object.values(ERROR_CODES))] },
                  message: { type: 'string' },
                  data: {},
                  error: { type: 'string', enum: Object.keys(ERROR_CODES) },
                  error_description: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  };
}
