import { z } from 'zod';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { createMatcher } from '@/lib/platform/door/match';
import { readInput } from '@/lib/platform/door/read-input';
import { OPERATIONS } from '@/lib/platform/door/registry';
import type { Operation } from '@/lib/platform/contract/operation';
import { handleSms } from '@/lib/platform/door/web-door';
import { few } from '../../support/full';
import { persona } from '../../support/personas';
import { formOf, PDF, PNG } from '../../support/sample-files';
import { bearer, ORIGIN, sessionOf } from '../../support/sms-client';
import { ROWS } from '../platform/auth/support/access-rows';
import { createAccessWorld, forbiddenWords, openAllAuthorities } from '../platform/auth/support/access-world';
import { useDataDir } from '../support/data-dir';
import { useFreshDatabase } from '../support/database';
import { fateOf, throughTheDoor } from './support/sift';
import { isWordFromElsewhere } from './support/elsewhere';

/**
 * What a query language, a prototype or a number type would trip over, in every field of every operation, at every depth. The
 * fields are read from the registry's own schemas, so that a new operation is attacked without a word here. A seeded few of
 * the values are read and parsed in process at each place, a few of those go through the door; `npm run test:full` sends them all.
 */

useFreshDatabase();
useDataDir();
let tokens: Record<'platformAdmin' | 'customerEssence', string>;
beforeAll(async () => {
  await createAccessWorld();
  await openAllAuthorities();
});
beforeEach(async () => {
  // Anew for each: signing out is among the operations, and passwords are guessed.
  await pool().query('DELETE FROM rate_counter');
  tokens = { platformAdmin: await sessionOf('platformAdmin'), customerEssence: await sessionOf('customerEssence') };
});
afterAll(closePortal);

/** Some at a time: sign-in takes its third of a second whatever it is asked. */
async function inTurns<T, R>(items: readonly T[], size: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(run))));
  return results;
}

const match = createMatcher(OPERATIONS);

type Path = readonly (string | 0)[];
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Every place of an input where a value may stand. */
function placesOf(schema: Schema, at: Path = [], depth = 0): Path[] {
  if (depth > 6) return [];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => placesOf(child, [...at, name], depth + 1)),
    ...(schema.items ? placesOf(schema.items, [...at, 0], depth + 1) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((child) =>
      placesOf(child, at, depth + 1).filter((path) => path.length > at.length),
    ),
  ];
}
const fieldsOf = ({ input }: Operation) => [
  ...new Map(
    placesOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema).map((path) => [
      path.join('.'),
      path,
    ]),
  ).values(),
];

/** JSON texts, because some of these values cannot be said in another way. */
const HOSTILE = [
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$where":"sleep(9999)"}',
  '{"$regex":".*"}',
  '{"contains":""}',
  '{"not":null}',
  '{"not":{"equals":"x"}}',
  '{"in":["platformAdmin","E-3","P-3"]}',
  '{"equals":"E-3"}',
  '{"gte":""}',
  '{"startsWith":"E"}',
  '{"path":["user"],"string_contains":""}',
  '{"OR":[{}]}',
  '{"AND":[]}',
  '{"set":0}',
  '{"increment":1}',
  '{"connect":{"role":"role-platformAdmin"}}',
  '{"create":{"role":"role-platformAdmin"}}',
  '{"deleteMany":{}}',
  '{"_type":"Sql","strings":["1=1"],"values":[]}',
  '{"toString":null,"valueOf":null}',
  '{"toJSON":"x"}',
  '{"then":"x"}',
  '{"length":1e9}',
  '{"constructor":{"prototype":{"userType":0}}}',
  '{"__proto__":{"userType":0}}',
  '{"prototype":{}}',
  '[]',
  '[[]]',
  '[[[["E-3"]]]]',
  '[{"$gt":""}]',
  '["E-3","P-3","tenantDelta"]',
  '[null]',
  '1e309',
  '-1e309',
  '1e308',
  '9007199254740993',
  '-9223372036854775809',
  '99999999999999999999999999',
  '1e-320',
  '-0',
  '"1e3"',
  '"0x10"',
  '"Infinity"',
  '"NaN"',
  '"９"',
  '"a\\u0000b"',
  '"\\u0000"',
  '"\\ud800"',
  '"%00"',
  '"\\u202e"',
  '"%"',
  '"_"',
  '"\\\\"',
  '"\' OR 1=1 --"',
  '"E-3\'/*"',
  '"$1"',
  '"{{7*7}}"',
  '"${7*7}"',
  '"../../etc/passwd"',
  'true',
  'null',
  '-1',
  '0',
  '1.5',
  '1e21',
  '9007199254740991',
  '2147483648',
  '""',
  '" "',
  '"\\udc00x"',
  '"😀"',
  '"电"',
  '"电梯"',
  '".."',
  '"."',
  '"\'; --"',
  '["E-1","E-1"]',
  '[""]',
  '{}',
  '{"a":1}',
  '{"toString":1}',
  '{"length":3}',
  '"2026-02-30"',
  '"9999999999999"',
  `"${'x'.repeat(41)}"`,
  `"${'x'.repeat(201)}"`,
  `"${'x'.repeat(5000)}"`,
  `"${'x'.repeat(100_000)}"`,
  `${'['.repeat(18)}${']'.repeat(18)}`,
  `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`,
];

/** An input that works for somebody, to be spoilt at one place; what the schema knows no example of stays out. */
async function exampleOf(name: string): Promise<Record<string, unknown>> {
  for (const row of ROWS[name] ?? []) {
    if (row.kind === 'key') return (await row.targets[0]?.input()) ?? {};
    if (row.kind === 'list') return row.input(persona('platformAdmin'));
    if (row.kind === 'file') return row.input;
    if (row.kind === 'said') return row.inputs[0] ?? {};
  }
  return {};
}

/** The JSON text of an example with a value put in at a place. */
function spoilt(example: unknown, [step, ...rest]: Path, value: string): string {
  if (step === undefined) return value;
  if (step === 0) {
    const items = Array.isArray(example) ? (example as unknown[]) : [];
    return `[${[spoilt(items[0], rest, value), ...items.slice(1).map((item) => JSON.stringify(item))].join(',')}]`;
  }
  const fields = typeof example === 'object' && example !== null ? (example as Record<string, unknown>) : {};
  const others = Object.entries(fields)
    .filter(([name, child]) => name !== step && child !== undefined)
    .map(([name, child]) => `${JSON.stringify(name)}:${JSON.stringify(child)}`);
  return `{${[...others, `${JSON.stringify(step)}:${spoilt(fields[step], rest, value)}`].join(',')}}`;
}

const isMute = ({ access, audit }: Operation) =>
  ['cube', 'internal', 'partner'].includes(access.kind) || audit === 'none';
const isTheHeadOffices = ({ access }: Operation) =>
  (access.kind === 'authority' || access.kind === 'userType') && access.userTypes?.includes(1) === false;
const ATTACKED = OPERATIONS.filter((operation) => !isMute(operation) && fieldsOf(operation).length > 0);

function requestOf(
  { method, path, upload }: Operation,
  at: Path,
  example: Record<string, unknown>,
  value: string,
  token: string,
): Request {
  const plain = value.startsWith('"') ? (JSON.parse(value) as string).toWellFormed() : value;
  const headers: Record<string, string> = { 'x-forwarded-for': '192.0.2.1', ...bearer(token) };
  const [first] = at;
  const key = /\{(\w+)\}/.exec(path)?.[1];
  const target = path.replace(/\{(\w+)\}/, (_, name: string) =>
    encodeURIComponent(name === first ? plain.slice(0, 2000) : String(example[name] ?? 'x')),
  );
  const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== key && name !== first));
  if (method === 'GET')
    return new Request(
      `${ORIGIN}/sms/${target}?${new URLSearchParams({ ...(rest as Record<string, string>), ...(first === key ? {} : { [String(first)]: plain }) }).toString()}`,
      { headers },
    );
  if (upload)
    return new Request(`${ORIGIN}/sms/${target}`, {
      method,
      headers,
      body: formOf(upload.types.includes('pdf') ? { name: 'a.pdf', content: PDF } : { name: 'a.png', content: PNG }, {
        ...(rest as Record<string, string>),
        [String(first)]: plain,
      }),
    });
  return new Request(`${ORIGIN}/sms/${target}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: spoilt(example, at, value),
  });
}

function send(...call: Parameters<typeof requestOf>): Promise<Response> {
  resetRateLimits();
  resetExportLimits();
  return handleSms(requestOf(...call));
}

/** Over all places every value has its turn many times. */
const VALUES_A_PLACE = 6;
const isPrototypes = (value: string) => /__proto__|"constructor"|"prototype"/.test(value);

it('finds fields at every depth, and of every operation that takes any', () => {
  const named = (name: string) =>
    fieldsOf(OPERATIONS.find((operation) => operation.name === name) as Operation).map((path) => path.join('.'));
  expect(named('createBranchUser')).toEqual(
    expect.arrayContaining([
      'user.username',
      'user.userType',
      'roleNameList.0.roleName',
      'userMappingList.0.mappingId',
      'selectProjectList.0.projectId',
      'invoiceUserList.0.taxId',
    ]),
  );
  expect(named('queryEquipment')).toEqual(expect.arrayContaining(['pageIndex', 'sortField', 'key', 'equipmentNoList']));
  expect(ATTACKED.length).toBeGreaterThan(70);
});

it('a key that reaches a prototype is refused wherever it stands, also where a schema would drop it or takes any field', async () => {
  const withBodies = OPERATIONS.filter(({ method, upload }) => method !== 'GET' && !upload);
  const passed: string[] = [];
  for (const operation of withBodies) {
    const url = new URL(`${ORIGIN}/sms/${operation.path.replace(/\{\w+\}/g, 'x')}`);
    const isFreeForm = operation.name === 'importRows';
    for (const key of ['__proto__', 'constructor', 'prototype', 'harmless'])
      for (const body of [
        `{"${key}":{"userType":0}}`,
        `{"unknown":{"${key}":1}}`,
        `{"unknown":[{"b":[{"${key}":null}]}]}`,
        ...(isFreeForm ? [`{"entity":"branch","rows":[{"a":{"${key}":{}}}]}`] : []),
      ]) {
        const request = new Request(url, {
          method: operation.method,
          headers: { 'content-type': 'application/json' },
          body,
        });
        const what = await readInput(request, match(operation.method, url.pathname.slice('/sms/'.length)), url).then(
          () => 'read',
          (error: { messageKey?: string }) => error.messageKey ?? 'fault',
        );
        if (what !== (key === 'harmless' ? 'read' : 'forbiddenKey')) passed.push(`${operation.name} ${body}: ${what}`);
      }
  }
  expect(withBodies.length).toBeGreaterThan(60);
  expect(passed.slice(0, 20)).toEqual([]);
});

it.each(ATTACKED.map((operation) => [operation.name, operation] as const))(
  "%s: refused or answered, never a fault, never somebody else's row",
  async (name, operation) => {
    const faults: string[] = [];
    const forbidden = forbiddenWords(persona('customerEssence'));
    const accounts = await db().user.count({ where: { userType: 0 } });
    const grants = await db().userRole.count({ where: { role: 'role-platformAdmin' } });
    // A customer with every authority, who may see little; what is the head office's alone is attacked from there.
    const attackers = [
      'customerEssence',
      ...(isTheHeadOffices(operation) ? (['platformAdmin'] as const) : []),
    ] as const;
    for (const who of attackers) {
      const example = await exampleOf(name);
      for (const at of fieldsOf(operation)) {
        const sifted = [];
        for (const value of few(HOSTILE, VALUES_A_PLACE, `${name} ${at.join('.')}`))
          sifted.push({
            value,
            fate: operation.upload
              ? ('accepted' as const)
              : await fateOf(operation, requestOf(operation, at, example, value, tokens[who])),
          });
        for (const { value, fate } of sifted) {
          const what = `${at.join('.')} = ${value.slice(0, 50)}`;
          if (fate.startsWith('fault')) faults.push(`${what}: ${fate}`);
          if (isPrototypes(value) && operation.method !== 'GET' && !operation.upload && fate !== 'refused')
            faults.push(`${what}: ${fate}, a key that reaches a prototype`);
        }
        const answers = await inTurns(
          throughTheDoor(sifted, `${name} ${at.join('.')} ${who}`),
          operation.audit === 'export' ? 2 : 16,
          async (value) => {
            const answer = await send(operation, at, example, value, tokens[who]);
            return { value, answer, text: await answer.text() };
          },
        );
        for (const { value, answer, text } of answers) {
          const type = answer.headers.get('content-type') ?? '';
          const what = `${who} ${at.join('.')} = ${value.slice(0, 50)}`;
          if (answer.status >= 500 && answer.status !== 511 && !isWordFromElsewhere(name, answer.status))
            faults.push(`${what}: ${answer.status}`);
          if (isPrototypes(value) && operation.method !== 'GET' && !operation.upload && answer.status < 400)
            faults.push(`${what}: ${answer.status}, a key that reaches a prototype`);
          const told =
            who === 'platformAdmin' || !type.startsWith('application/json')
              ? []
              : forbidden.filter((word) => text.includes(word));
          if (told.length > 0) faults.push(`${what} tells ${told}`);
        }
        // Signing out ends the attack: another session goes on with it.
        if (answers.some(({ answer }) => answer.status === 401)) tokens[who] = await sessionOf(who);
      }
    }
    expect(faults.slice(0, 20)).toEqual([]);
    // Nobody became more than they were, and no prototype learned anything.
    expect([
      await db().user.count({ where: { userType: 0 } }),
      await db().userRole.count({ where: { role: 'role-platformAdmin' } }),
      ({} as { userType?: number }).userType,
    ]).toEqual([accounts, grants, undefined]);
  },
  300_000,
);
