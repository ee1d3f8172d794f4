import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { PUBLIC, type Operation } from '@/lib/platform/contract/operation';
import { noInput, none } from '@/lib/platform/contract/schemas';
import { openApiDocument } from '@/lib/platform/door/openapi';

/** Rows `| name | METHOD path | …` of section 2 of the contract. */
function contractRows(): Map<string, { method: string; path: string }> {
  const rows = new Map<string, { method: string; path: string }>();
  for (const line of readFileSync('docs/spec/api.md', 'utf8').split('\n')) {
    const [, name, call] = line.split('|').map((cell) => cell.trim());
    const [, method, path] = /^(GET|POST|PUT|DELETE) (\S+)$/.exec(call ?? '') ?? [];
    if (name && method && path) rows.set(name, { method, path: path.replace(/^\/|\/$/g, '') });
  }
  return rows;
}

describe('the registry', () => {
  const rows = contractRows();

  it('reads the contract document', () => {
    expect(rows.size).toBeGreaterThan(150);
  });

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s has the method and path of the contract',
    (name, { method, path }) => {
      expect({ method, path }).toEqual(rows.get(name));
    },
  );

  it('names every operation once and gives each an access and a row scope', () => {
    expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
    for (const { access, scope } of OPERATIONS) {
      expect(access.kind).toBeTruthy();
      expect(scope).toBeTruthy();
      if (access.kind === 'authority') expect(access.anyOf.length).toBeGreaterThan(0);
    }
  });

  it('says of every call that may change something how its audit line words it', () => {
    const changing = OPERATIONS.filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(60);
    expect(changing.filter(({ audit }) => audit === undefined).map(({ name }) => name)).toEqual([]);
    // A question may be asked by POST. Only these two change something of the caller's own and are called a view.
    const asks = /^(?:batch|check|count|find|get|list|page|query|search|try)[A-Z]/;
    const viewed = changing.filter(({ name, audit }) => audit === 'view' && !asks.test(name)).map(({ name }) => name);
    expect(viewed.sort()).toEqual([
      'maintenanceCalendar',
      'precheckHealthReport',
      'refreshToken',
      'sendProfileCode',
      'statCallbacks',
      'statEntrapments',
      'statTotal',
    ]);
  });

  it('does not even compile a POST that leaves its audit line to a default', () => {
    const declared = {
      name: 'x',
      path: 'x',
      access: PUBLIC,
      scope: '-',
      input: noInput,
      output: none,
      summary: 'x',
    } as const;
    const asked: Operation = { ...declared, method: 'GET' };
    // @ts-expect-error audit is missing
    const written: Operation = { ...declared, method: 'POST' };
    expect([asked.method, written.method]).toEqual(['GET', 'POST']);
  });

  it('lets no operation with rows be public', () => {
    expect(
      OPERATIONS.filter(({ access, scope }) => access.kind === 'public' && scope !== '-').map(({ name }) => name),
    ).toEqual([]);
  });

  it('is described by an OpenAPI document in which every operation has its security', () => {
    const document = openApiDocument('http://localhost:3000');
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
      operationId: string;
      security: unknown[];
    }[];
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
    for (const operation of OPERATIONS) {
      const found = described.find(({ operationId }) => operationId === operation.name);
      expect(found?.security.length === 0).toBe(['public', 'internal'].includes(operation.access.kind));
    }
  });
});
