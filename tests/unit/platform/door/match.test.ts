import { z } from 'zod';
import { createMatcher } from '@/lib/platform/door/match';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';
import type { Method } from '@/lib/platform/contract/operation';

const op = (name: string, method: Method, path: string) =>
  operation({
    name,
    method,
    path,
    access: PUBLIC,
    scope: '-',
    input: z.object({}),
    output: z.null(),
    summary: name,
    audit: 'view',
  });
const match = createMatcher([
  op('get', 'GET', 'equipment/{equipmentNo}'),
  op('query', 'POST', 'equipment/query'),
  op('role', 'DELETE', 'role/{role}'),
  op('ingest', 'POST', 'ingest/v1/{cubeNo}/{leaf}'),
]);
const refusal = (method: string, path: string) => {
  try {
    match(method, path);
  } catch (error) {
    return error as { id: string; headers: Record<string, string> };
  }
  return undefined;
};

describe('paths of the contract', () => {
  it('take the key from the last segment, percent-decoded', () => {
    expect(match('DELETE', 'role/a%20b')).toMatchObject({ operation: { name: 'role' }, keys: { role: 'a b' } });
    expect(match('POST', 'ingest/v1/C1/status').keys).toEqual({ cubeNo: 'C1', leaf: 'status' });
  });

  it('win over a key where they have none, by every method of theirs', () => {
    const all = createMatcher([
      op('key', 'GET', 'unit/{no}'),
      op('whole', 'GET', 'unit/list'),
      op('made', 'POST', 'unit/{no}'),
    ]);
    const [whole, key, head] = [all('GET', 'unit/list'), all('GET', 'unit/7'), all('HEAD', 'unit/list')];
    expect([whole, key, head].map(({ operation: { name } }) => name)).toEqual(['whole', 'key', 'whole']);
    expect(all('POST', 'unit/list')).toMatchObject({ operation: { name: 'made' }, keys: { no: 'list' } });
  });

  it('are the same with and without a trailing slash', () => {
    expect(match('POST', 'equipment/query/').operation.name).toBe('query');
    expect(match('GET', 'equipment/10512345/').keys).toEqual({ equipmentNo: '10512345' });
  });

  it('may leave the key to the query or body', () => {
    expect(match('GET', 'equipment/')).toMatchObject({ operation: { name: 'get' }, missingKey: 'equipmentNo' });
  });

  it('answer 405 with Allow for another method and 404 for an unknown path', () => {
    expect(refusal('PUT', 'equipment/query')).toMatchObject({
      id: 'method_not_allowed',
      headers: { Allow: 'POST, GET' },
    });
    expect(refusal('GET', 'nowhere/at/all')).toMatchObject({ id: 'not_found' });
    expect(refusal('GET', 'equipment/%E0%A4%A')).toMatchObject({ id: 'bad_request' });
  });
});
