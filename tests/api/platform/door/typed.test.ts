import { db } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import { exportEquipment, getEquipment, queryEquipment } from '@/lib/features/equipment/contract';
import { deleteRole } from '@/lib/features/roles/contract';
import { webDoor } from '@/lib/platform/door/web-door';
import { createAccount } from '../../../support/accounts';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** A page's call comes in with its operation and its input; it must pass, and be refused, exactly as a browser's call. */

useFreshDatabase();

const IP = { 'x-forwarded-for': '192.0.2.1' };
const page = <T extends Operation>(operation: T, input: InputOf<T>, headers: Record<string, string> = {}) =>
  webDoor().call(operation, input, { headers: new Headers({ ...IP, ...headers }) });

/** The same call as a program makes it. */
async function program(operation: Operation, input: Record<string, unknown>, headers: Record<string, string> = {}) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const answer = await callSms(operation.method, path, {
    headers,
    body: operation.method === 'GET' ? undefined : input,
  });
  const { code, message, data, error, error_description } = answer as typeof answer & { error_description?: string };
  return { code, message, data, ...(error === undefined ? {} : { error, error_description }) };
}

const tokens: Record<string, string> = {};
const as = (name: string) => bearer(tokens[name] ?? '');

beforeAll(async () => {
  const at = { updateDate: new Date() };
  await db().branch.createMany({
    data: ['SH', 'BJ'].map((code) => ({
      branchCode: code,
      branchId: code,
      branchName: code,
      branchFullName: code,
      ...at,
    })),
  });
  await db().equipment.createMany({
    data: ['SH', 'BJ'].map((code) => ({
      equipmentNo: `U-${code}`,
      equipmentName: code,
      branchCode: code,
      displayType: 'EV',
      equipmentType: 'YAE_ELT',
      ...at,
    })),
  });
  await createAccount('shanghai', ['EQUIPMENT_READ'], { userType: 2 });
  await db().userMapping.create({ data: { username: 'shanghai', type: 2, mappingId: 'SH' } });
  await db().user.update({ where: { username: 'shanghai' }, data: { branchCode: 'SH' } });
  await createAccount('nobody', []);
  for (const name of ['shanghai', 'nobody']) tokens[name] = await sessionOf(name);
});
beforeEach(() => resetRateLimits());

describe('a call of a page of ours', () => {
  it.each([
    ['nobody is signed in', queryEquipment, {}, {}, 401],
    ['the token is nobody’s', queryEquipment, {}, bearer('a.b.c'), 401],
    ['the authority is missing', queryEquipment, {}, 'nobody', 403],
    ['the input does not fit', queryEquipment, { pageSize: 5000 }, 'shanghai', 400],
    ['a text that no row can hold', queryEquipment, { key: 'a\0b' }, 'shanghai', 400],
    ['a key that is none', getEquipment, { equipmentNo: 'no key!' }, 'shanghai', 400],
    ['a unit of another branch', getEquipment, { equipmentNo: 'U-BJ' }, 'shanghai', 511],
    ['a unit that is not there', getEquipment, { equipmentNo: 'U-X' }, 'shanghai', 404],
    ['a write without its authority', deleteRole, { role: 'role-nobody' }, 'shanghai', 403],
    ['too many focus projects', queryEquipment, {}, { projectid: 'p,'.repeat(5000) }, 400],
  ] as const)('is refused as any call is: %s', async (_, operation, input, who, code) => {
    const headers = typeof who === 'string' ? as(who) : 'projectid' in who ? { ...as('shanghai'), ...who } : who;
    const ours = await page(operation as Operation, input, headers);
    expect(ours.code).toBe(code);
    expect(ours).toEqual(await program(operation, input, headers));
  });

  it('gets the rows of its visitor’s scope and no others, as any call does', async () => {
    const ours = await page(queryEquipment, { pageSize: 10 }, as('shanghai'));
    expect(ours.data?.records.map(({ equipmentNo }) => equipmentNo)).toEqual(['U-SH']);
    expect(ours).toEqual(await program(queryEquipment, { pageSize: 10 }, as('shanghai')));
    const narrowed = { ...as('shanghai'), projectid: 'P-none' };
    expect((await page(queryEquipment, {}, narrowed)).data?.total).toBe(0);
  });

  it('trims what its visitor wrote, and leaves out what was not given', async () => {
    const ours = await page(queryEquipment, { key: '  SH ', cubeNo: undefined }, as('shanghai'));
    expect(ours.data?.total).toBe(1);
  });

  it('cannot come from another origin when it changes something by cookie', async () => {
    expect((await page(deleteRole, { role: 'x' }, { 'x-session': 'cookie' })).error).toBe('csrf_failed');
  });

  it('counts for the same limit', async () => {
    for (let index = 0; index < 60; index += 1) {
      await page(queryEquipment, {});
      await program(queryEquipment, {});
    }
    expect((await page(queryEquipment, {})).code).toBe(429);
    expect((await program(queryEquipment, {})).code).toBe(429);
  });

  it('leaves the same audit line, refused or not', async () => {
    const calls: readonly [Operation, Record<string, unknown>, Record<string, string>][] = [
      [queryEquipment, { key: '13812345678' }, as('shanghai')],
      [getEquipment, { equipmentNo: 'U-SH' }, as('shanghai')],
      [queryEquipment, {}, as('nobody')],
      [queryEquipment, { pageSize: 5000 }, as('shanghai')],
    ];
    const linesOf = async (work: (...call: (typeof calls)[number]) => Promise<unknown>) => {
      await flushAccessLog();
      await db().apiAccessLog.deleteMany();
      for (const call of calls) await work(...call);
      await flushAccessLog();
      const lines = await db().apiAccessLog.findMany({ orderBy: { id: 'asc' } });
      return lines.map(({ id: _id, createDate: _at, durationMs: _took, requestId: _request, ...line }) => line);
    };
    const ours = await linesOf(page);
    expect(ours.map(({ operation, action, code, username }) => [operation, action, code, username])).toEqual([
      ['queryEquipment', 'view', 200, 'shanghai'],
      ['getEquipment', 'view', 200, 'shanghai'],
      ['queryEquipment', 'refused', 403, 'nobody'],
      ['queryEquipment', 'view', 400, 'shanghai'],
    ]);
    expect(ours).toEqual(await linesOf(program));
  });

  it('does not leave an export’s place taken, though no page shows a file', async () => {
    await createAccount('exporter', ['EQUIPMENT_READ', 'EQUIPMENT_WRITE', 'EQUIPMENT_EXPORT']);
    tokens.exporter = await sessionOf('exporter');
    const codes: number[] = [];
    for (let index = 0; index < 4; index += 1) codes.push((await page(exportEquipment, {}, as('exporter'))).code);
    expect(codes).toEqual([200, 200, 200, 200]);
  });
});
