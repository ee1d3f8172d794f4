import { expect } from '@playwright/test';
import { startPlainNext, type PlainNext } from './support/plain-next';
import { account } from './support/stack';
import { test } from './support/test';

/** A host that runs plain `next start` gives the same answers below `/sms/`: the route handlers ask the same door. */

const BASE = process.env.E2E_URL ?? 'http://127.0.0.1:3000';
const PAGE = { pageIndex: 1, pageSize: 20 };
/** What no clock and no box changes. */
const READS: readonly (readonly [path: string, body?: object])[] = [
  ['userInfo/getUserProfile'],
  ['userMapping/listByUsername', { username: account('branchManager').username }],
  ['authority/search', PAGE],
  ['role/search', PAGE],
  ['branch/search', PAGE],
  ['branch/getListByUserType', { userType: 0 }],
  ['project/query', PAGE],
  ['project/getProjectAll', PAGE],
  ['user/query', PAGE],
  ['user/approval/query', PAGE],
  ['user/strategy/query', PAGE],
  ['announcement/query', PAGE],
  ['campusview/query', PAGE],
  ['campusviewapply/queryApply', PAGE],
  ['camera/query', PAGE],
  ['gateway4pro/query', PAGE],
  ['tlGateway/page', PAGE],
  ['stepGateway/page', PAGE],
  ['smartScreen/query', PAGE],
  ['equipGroup/query', PAGE],
  ['equipOffMaintenance/query', PAGE],
  ['sapTdContract/queryOther', PAGE],
  ['equipmentInspection/query', PAGE],
  ['symptom/rule'],
  ['setting/list'],
  ['option/equipmentType'],
  ['option/productLine'],
  ['map/unlocated'],
  ['userNotificationMapping/listSwitch'],
  ['userNotificationMapping/getDelay'],
  ['push/device/list'],
  ['report/subscription/query', PAGE],
];

let plain: PlainNext;
let token = '';
test.beforeAll(async () => {
  plain = await startPlainNext();
  const { username, password } = account('platformAdmin');
  const answer = await fetch(`${BASE}/sms/signToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'password', username, password }),
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  token = data.access_token;
});
test.afterAll(() => plain.stop());

const post = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Status, envelope and the headers that say what it is. */
async function answerOf(base: string, path: string, init: RequestInit = {}, isSignedIn = true) {
  const headers = new Headers(init.headers);
  if (isSignedIn) headers.set('Authorization', `Bearer ${token}`);
  const answer = await fetch(`${base}/sms/${path}`, { ...init, headers });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
    name: answer.headers.get('content-disposition')?.replace(/\d{14}/g, 'now') ?? null,
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

test('thirty operations answer the same behind plain `next start`', async () => {
  expect(READS.length).toBeGreaterThanOrEqual(30);
  for (const [path, body] of READS) {
    const both = async () => {
      const init = body ? post(body) : {};
      const [ours, theirs] = await Promise.all([answerOf(BASE, path, init), answerOf(plain.url, path, init)]);
      return [ours, theirs].map((answer) => ({ ...answer, body: JSON.parse(answer.body.toString()) as unknown }));
    };
    // Another test may have saved something in between.
    await expect(async () => {
      const [ours, theirs] = await both();
      expect([path, theirs]).toEqual([path, ours]);
      expect([path, ours?.status]).toEqual([path, 200]);
    }).toPass();
  }
});

test('so do refusals, an upload and an export', async () => {
  const refusals: readonly (readonly [path: string, init: RequestInit, isSignedIn: boolean, status: number])[] = [
    ['user/query', post(PAGE), false, 401],
    ['user/query', post({ ...PAGE, pageSize: 'many' }), true, 400],
    ['nobody/knows', {}, true, 404],
    ['user/query', {}, true, 405],
    ['user/query', post({ text: 'x'.repeat(200_000) }), true, 413],
    ['equipment/none', {}, true, 404],
  ];
  for (const [path, init, isSignedIn, status] of refusals) {
    const ours = await answerOf(BASE, path, init, isSignedIn);
    const theirs = await answerOf(plain.url, path, init, isSignedIn);
    expect([path, ours.status]).toEqual([path, status]);
    expect({ ...theirs, body: theirs.body.toString() }).toEqual({ ...ours, body: ours.body.toString() });
  }

  const picture = () => {
    const form = new FormData();
    form.set('file', new Blob([ONE_PIXEL], { type: 'image/png' }), 'dot.png');
    return { method: 'POST', body: form };
  };
  const uploads = [];
  for (const base of [BASE, plain.url]) {
    const { status, body } = await answerOf(base, 'file/upload/sms/announcement', picture());
    uploads.push({ status, keys: Object.keys((JSON.parse(body.toString()) as { data: object }).data) });
  }
  expect(uploads[0]?.status).toBe(200);
  expect(uploads[1]).toEqual(uploads[0]);

  const [ours, theirs] = await Promise.all(
    [BASE, plain.url].map((base) => answerOf(base, 'project/download', post({}))),
  );
  expect(ours).toMatchObject({ status: 200, name: expect.stringContaining('.xlsx') as unknown });
  expect(theirs).toMatchObject({ status: 200, name: ours?.name, type: ours?.type, cache: ours?.cache });
  expect(theirs?.body.subarray(0, 2).toString()).toBe('PK');
});

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
