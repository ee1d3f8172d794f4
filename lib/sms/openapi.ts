import { z } from 'zod';
import { keyOf } from './operation';
import type { Operation } from './operation';
import { fileOutput } from './file-answer';
import { OPERATIONS } from './registry';

/** The OpenAPI 3.1 document of the contract, generated from the registry and served at `/sms/openapi.json`. */

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
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
function formOf(input: { properties?: Record<string, object> }) {
  return { ...input, properties: { ...input.properties, file: { type: 'string', format: 'binary' } } };
}

function describe(operation: Operation) {
  const input = schemaOf(operation.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  const keys = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const query = operation.method === 'GET' ? Object.entries(input.properties ?? {}).filter(([name]) => !keys.includes(name)) : [];
  const parameters = [
    ...keys.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...query.map(([name, schema]) => ({ name, in: 'query', required: input.required?.includes(name) ?? false, schema })),
  ];
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[0]],
    security: securityOf(operation),
    'x-access': operation.access,
    'x-row-scope': operation.scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.method === 'GET' ? {} : { requestBody: { required: true, content: operation.upload ? { 'multipart/form-data': { schema: formOf(input) } } : { 'application/json': { schema: input } } } }),
    responses: {
      200: operation.output === fileOutput ? { description: 'the file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } : {
        description: 'success',
        content: { 'application/json': { schema: { type: 'object', required: ['code', 'message', 'data'], properties: { code: { const: 200 }, message: { type: 'string' }, data: schemaOf(operation.output, 'output') } } } },
      },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

/** Builds the document. `keyOf` tells readers which segment is the row's key. */
export function openApiDocument(serverUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    const path = `/sms/${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: { ...describe(operation), ...(keyOf(operation.path) ? { 'x-key': keyOf(operation.path) } : {}) } };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lift portal contract', version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' }, cookie: { type: 'apiKey', in: 'cookie', name: 'sms_session' } },
      responses: {
        Failure: {
          description: 'Failure; HTTP status = code',
          content: { 'application/json': { schema: { type: 'object', required: ['code', 'message', 'data', 'error'], properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {}, error: { type: 'string' }, error_description: { type: 'string' } } } } },
        },
      },
    },
  };
}
