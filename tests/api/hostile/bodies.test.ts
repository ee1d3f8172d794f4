import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { DEFAULT_MAX_BYTES } from '@/lib/platform/http/body';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { createPersonas } from '../../support/personas';
import { formOf, PNG } from '../../support/sample-files';
import { bearer, callSms, ORIGIN, sessionOf } from '../../support/sms-client';
import { useDataDir } from '../support/data-dir';
import { useFreshDatabase } from '../support/database';

/** Bodies that cost much to read, and texts that no row can hold: refused before any schema or query sees them. */

useFreshDatabase();
useDataDir();
let headers: Record<string, string> = {};
beforeAll(async () => {
  await createPersonas();
  headers = bearer(await sessionOf('platformAdmin'));
});
beforeEach(() => resetRateLimits());

/** A body that says how much of it was asked for. */
function counted(chunks: number, chunk: Uint8Array) {
  const state = { pulled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.pulled += 1;
        if (state.pulled > chunks) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

const post = async (path: string, body: BodyInit, more: Record<string, string> = {}) => {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json', ...more },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit),
  );
  return (await response.json()) as {
    code: number;
    error: string;
    message: string;
    data: { fieldErrors?: Record<string, string> } | null;
  };
};

const ANONYMOUS = OPERATIONS.filter(
  ({ access, method, audit }) => access.kind === 'public' && method !== 'GET' && audit !== 'none',
);

it.each(ANONYMOUS.map((operation) => [operation.name, operation] as const))(
  '%s reads no more of a megabyte of JSON than it may weigh',
  async (_name, { path, maxBytes = DEFAULT_MAX_BYTES }) => {
    const { state, body } = counted(1024, new Uint8Array(1024).fill(32));
    expect((await post(path, body)).code).toBe(413);
    expect(state.pulled).toBeLessThanOrEqual(maxBytes / 1024 + 1);
  },
);

it('an address over its limit is told so before anything of its body is read', async () => {
  for (let index = 0; index < 120; index += 1) await callSms('POST', 'signOut', { body: {} });
  const { state, body } = counted(10, Buffer.from('{"not json'));
  expect((await post('signToken', body)).code).toBe(429);
  expect(state.pulled).toBe(0);
});

it('thousands of fields in few bytes are refused by their number', async () => {
  expect(await post('signToken', `{"a":[${'[],'.repeat(4100)}1]}`)).toMatchObject({
    code: 400,
    error: 'bad_request',
    message: expect.stringContaining('4000') as string,
  });
});

describe('texts that no row can hold', () => {
  it.each<[string, string, object, string]>([
    ['a NUL in a filter', 'equipment/query', { key: 'a\0b' }, 'key'],
    ['half a character in a filter', 'equipment/query', { key: '\ud800' }, 'key'],
    [
      'half a character in a list',
      'equipmentExtension/statusList',
      { equipmentNoList: ['E-1', '\udc00'] },
      'equipmentNoList.1',
    ],
    [
      'a NUL in a list',
      'projectEquipmentMapping/saveOrUpdate',
      { projectId: 'P-1', equipmentNoList: ['E\0'] },
      'equipmentNoList.0',
    ],
    ['a NUL in the name of a field', 'equipment/query', { 'ke\0y': 1 }, 'ke\ufffdy'],
    [
      'half a character in a field that nobody asked for',
      'equipment/query',
      { other: { deep: ['\ud83d'] } },
      'other.deep.0',
    ],
    ['a NUL in a password', 'signToken', { type: 'password', username: 'platformAdmin', password: 'a\0b' }, 'password'],
  ])('%s: refused with the name of the field', async (_what, path, body, field) => {
    const answer = await callSms<{ fieldErrors: Record<string, string> }>('POST', path, { body, headers });
    expect([answer.code, answer.error, Object.keys(answer.data.fieldErrors)]).toEqual([
      400,
      'validation_failed',
      [field],
    ]);
    expect(answer.message).toMatch(/[\u4e00-\u9fff]/);
  });

  it('in a query, in a key of a path and in a form: the same, and no file stays', async () => {
    expect(await callSms('GET', 'userEquipmentMapping/queryUsers?username=%00', { headers })).toMatchObject({
      code: expect.any(Number) as number,
    });
    const { path } = OPERATIONS.find(({ name }) => name === 'deleteRole') ?? { path: '' };
    expect(await callSms('DELETE', path.replace(/\{\w+\}/, 'a%00b'), { headers })).toMatchObject({
      code: 400,
      error: 'validation_failed',
    });
    const before = await db().storedFile.count();
    const form = formOf({ name: 'a.png', content: PNG }, { kind: 'logo', note: 'a\0b' });
    const response = await handleSms(
      new Request(`${ORIGIN}/sms/file/upload/sms/campus`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.1', ...headers },
        body: form,
      }),
    );
    expect(await response.json()).toMatchObject({
      code: 400,
      data: { fieldErrors: { note: expect.any(String) as string } },
    });
    expect(await db().storedFile.count()).toBe(before);
  });
});
