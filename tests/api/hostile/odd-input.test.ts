import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { pool } from '@/lib/platform/db/client';
import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { few } from '../../support/full';
import { createPersonas } from '../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';
import { fateOf, throughTheDoor } from './support/sift';

/**
 * Every operation under values that no form sends: refused or answered, never a fault of ours. Every value is read and parsed in
 * process, a seeded few a field go through the door; `npm run test:full` sends them all.
 */

useFreshDatabase();

let admin = '';
let customer = '';
beforeAll(createPersonas);
// Anew for each test: signing out is among the operations.
beforeEach(async () => {
  resetRateLimits();
  // Odd sign-ins are failed ones, and all come from one address.
  await pool().query('DELETE FROM rate_counter');
  admin = await sessionOf('platformAdmin');
  customer = await sessionOf('customerEssence');
});

const ODD: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  '',
  ' ',
  '%',
  '_\\%',
  'a\0b',
  '\ud800',
  '\udc00x',
  '😀',
  '电',
  '电梯',
  '..',
  '.',
  "'; --",
  'x'.repeat(41),
  'x'.repeat(201),
  'x'.repeat(5000),
  [],
  [null],
  [[]],
  ['E-1', 'E-1'],
  [''],
  {},
  { a: 1 },
  { toString: 1 },
  { length: 3 },
  '2026-02-30',
  '9999999999999',
];

// Health takes no input, and needs a gateway to be well.
const tried = OPERATIONS.filter(
  ({ access, audit }) => audit !== 'none' && !['cube', 'internal', 'partner'].includes(access.kind),
);

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function requestOf({ method, path }: Operation, field: string, value: unknown, token: string): Request {
  const text = textOf(value);
  const key = path.includes('{') ? encodeURIComponent(text.toWellFormed()) : '';
  const target =
    path.replace(/\{\w+\}/, key) + (method === 'GET' ? `?${new URLSearchParams({ [field]: text }).toString()}` : '');
  const headers = {
    'x-forwarded-for': '192.0.2.1',
    ...bearer(token),
    projectid: 'P-1,%F0,..',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
  };
  return new Request(`${ORIGIN}/sms/${target}`, {
    method,
    headers,
    body: method === 'GET' ? undefined : JSON.stringify({ [field]: value }),
  });
}

it.each(tried.map((operation) => [operation.name, operation] as const))(
  '%s answers odd values without a fault',
  async (name, operation) => {
    const { shape, options = [] } = operation.input as unknown as {
      shape?: Record<string, unknown>;
      options?: { shape?: Record<string, unknown> }[];
    };
    const fields = [...new Set([{ shape }, ...options].flatMap((part) => Object.keys(part.shape ?? {})))];
    const faults: string[] = [];
    for (const field of [...fields, 'user']) {
      const sifted = [];
      for (const value of ODD)
        sifted.push({
          value,
          fate: operation.upload
            ? ('accepted' as const)
            : await fateOf(operation, requestOf(operation, field, value, admin)),
        });
      for (const { value, fate } of sifted)
        if (fate.startsWith('fault')) faults.push(`${field}=${textOf(value).slice(0, 40)} → ${fate}`);
      for (const [who, token] of few(Object.entries({ admin, customer }), 1, `${name} ${field}`)) {
        for (const value of throughTheDoor(sifted, `${name} ${field} ${who}`)) {
          resetRateLimits();
          const answer = await handleSms(requestOf(operation, field, value, token));
          const type = answer.headers.get('content-type') ?? '';
          const code = type.startsWith('application/json')
            ? ((await answer.json()) as { code: number }).code
            : (await answer.arrayBuffer(), answer.status);
          if (code === 500 || code === 503 || answer.status !== code)
            faults.push(`${field}=${textOf(value).slice(0, 40)} → ${code}`);
        }
      }
    }
    expect(faults).toEqual([]);
  },
  60_000,
);

it.each([
  ['GET', 'apiAccessLog/9223372036854775808'],
  ['GET', 'apiAccessLog/9999999999999999999'],
  ['POST', 'simMessage/resend'],
])('%s %s: an id that no row can have is refused', async (method, path) => {
  const answer = await callSms(method, path, {
    body: method === 'GET' ? undefined : { id: '9223372036854775808' },
    headers: bearer(admin),
  });
  expect([answer.code, answer.error]).toEqual([400, 'validation_failed']);
});

it.each([
  ['keywords with wildcards', 'equipment/query', { key: '%' }, 0],
  ['keywords with a lone backslash', 'equipment/query', { key: '\\' }, 0],
  ['a cube number of wildcards', 'equipment/query', { cubeNo: '_%' }, 0],
  ['a project of wildcards', 'project/getListByUsername', { searchKey: '%%%' }, 0],
  ['a short project of wildcards', 'project/getListByUsername', { searchKey: '_' }, 0],
])('%s find nothing that does not hold them', async (_what, path, body, total) => {
  expect((await callSms<{ total: number }>('POST', path, { body, headers: bearer(admin) })).data.total).toBe(total);
});

it.each([
  ['P-1', ['E-1']],
  ['P-3', []],
  [',', []],
  ['P-3,P-2', ['E-2']],
  [' ', ['E-1', 'E-2']],
  ["P-1' OR true --", []],
])('focus header %j narrows the list, and never opens it', async (projectid, wanted) => {
  const answer = await callSms<{ records: { equipmentNo: string }[] }>('POST', 'equipment/query', {
    body: { sortField: 'equipmentNo', sortOrder: 'asc' },
    headers: { ...bearer(customer), projectid },
  });
  expect(answer.data.records.map(({ equipmentNo }) => equipmentNo)).toEqual(wanted);
});
