import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db, pool } from '@/lib/platform/db/client';
import { OPERATIONS } from '@/lib/platform/door/registry';
import type { Operation } from '@/lib/platform/contract/operation';
import { handleSms } from '@/lib/platform/door/web-door';
import { createPersonas } from '../../support/personas';
import { EML, formOf, JPG, MSG, PDF, PNG, POLYGLOTS } from '../../support/sample-files';
import { bearer, ORIGIN, sessionOf } from '../../support/sms-client';
import { useDataDir } from '../support/data-dir';
import { basic, createPartners, importAll } from '../features/integration/support/partner';
import { useFreshDatabase } from '../support/database';

/** Files that are not what they say, that are too much, or whose names point somewhere: every operation that takes one. */

useFreshDatabase();
const dataDir = useDataDir();
const FROM = { 'x-forwarded-for': '192.0.2.1' };
let person: Record<string, string> = {};
beforeAll(async () => {
  await createPersonas();
  person = bearer(await sessionOf('platformAdmin'));
  await createPartners();
  await importAll('equipment', [
    { equipmentNo: 'F1', equipmentName: 'F1', branchCode: 'B01', equipmentType: 'YAE_ELT' },
  ]);
  await importAll('maintenanceJob', [
    { jobNo: 'M1', equipmentNo: 'F1', maintenanceType: 'YAE_ELE_BI', planDate: '2026-03-02', jobStatus: 'DONE' },
  ]);
  await importAll('maintenanceReport', [{ jobNo: 'M1' }]);
  // Photos are taken while a job is worked on.
  await db().maintenanceJob.update({ where: { jobNo: 'M1' }, data: { jobStatus: 'LOCK' } });
  await db().maintenanceItem.create({ data: { jobNo: 'M1', no: 1, item: 'x' } });
});
beforeEach(async () => {
  resetRateLimits();
  // All of these come from one person on one day.
  await pool().query('DELETE FROM rate_counter');
});
afterAll(closePortal);

/** Whatever a form of ours asks for besides its file. */
const FIELDS = { username: 'cn50001', kind: 'logo', jobNo: 'M1', no: '1', equipmentNo: 'F1' };
const UPLOADS = OPERATIONS.filter(({ upload }) => upload !== undefined);
const each = it.each(UPLOADS.map((operation) => [operation.name, operation] as const));

/** A file that the operation takes: its ending and what is in it. */
const ownOf = ({ upload }: Operation) =>
  upload?.types.some((type) => type.endsWith('jpg'))
    ? { ending: 'jpg', content: JPG }
    : { ending: 'pdf', content: PDF };

async function post({ path, access }: Operation, body: BodyInit, more: Record<string, string> = {}) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: 'POST',
      headers: { ...FROM, ...(access.kind === 'partner' ? basic('erp') : person), ...more },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit),
  );
  return (await response.json()) as { code: number; data: { path?: string } | null };
}
/** Everything on the disk, as paths below the folder that holds DATA_DIR. */
const everything = () =>
  readdirSync(join(dataDir.path, '..'), { recursive: true })
    .map(String)
    .filter((path) => statSync(join(dataDir.path, '..', path)).isFile());

it('the operations that take files are known', () => {
  expect(UPLOADS.map(({ name }) => name).sort()).toEqual([
    'addItemPhoto',
    'importReportFile',
    'uploadAnnouncementImage',
    'uploadCampusImage',
    'uploadCertificate',
    'uploadFeedbackImage',
    'uploadInvoice',
  ]);
});

each(
  '%s refuses what is two things at once, or something else than its ending says, and keeps nothing of it',
  async (_name, operation) => {
    const before = [everything(), await db().storedFile.count()];
    for (const [what, { name, content }] of Object.entries(POLYGLOTS)) {
      resetRateLimits();
      expect([what, (await post(operation, formOf({ name, content }, FIELDS))).code]).toEqual([what, 415]);
    }
    expect([everything(), await db().storedFile.count()]).toEqual(before);
  },
);

each('%s takes its own types only, however honest a file of another is', async (_name, operation) => {
  for (const [name, content] of [
    ['a.jpg', JPG],
    ['a.png', PNG],
    ['a.pdf', PDF],
    ['a.eml', EML],
    ['a.msg', MSG],
  ] as const) {
    resetRateLimits();
    const isTaken = operation.upload?.types.some((type) => name.endsWith(type)) ?? false;
    expect([name, (await post(operation, formOf({ name, content }, FIELDS))).code]).toEqual([
      name,
      isTaken ? 200 : 415,
    ]);
  }
});

each('%s judges a name by its last ending, and takes nothing of it for a place', async (_name, operation) => {
  const { ending, content } = ownOf(operation);
  const named = (name: string) => name.replace('jpg', ending);
  for (const name of [
    'a.svg',
    'a.html',
    'a.xlsx',
    'a.xlsm',
    'a.zip',
    'a.exe',
    'a.jpg.exe',
    'a.jpg.',
    'a.jpg/',
    '.htaccess',
    'a',
    'a.jpg\u0000.exe',
    'a.ｊｐｇ',
    'a.jpg::$DATA',
    'a.php\u202egpj',
    'a.gif',
    'a.webp',
    'jpg',
  ].map(named)) {
    resetRateLimits();
    // A name with a NUL breaks the form itself.
    expect([name, (await post(operation, formOf({ name, content }, FIELDS))).code]).toEqual([
      name,
      name.includes('\0') ? 400 : 415,
    ]);
  }
  for (const name of [
    '../../../../etc/cron.d/a.jpg',
    '..\\..\\windows\\a.jpg',
    '/etc/passwd.jpg',
    'C:\\a.jpg',
    'a/../../b.jpg',
    '%2e%2e%2fa.jpg',
    '....//a.jpg',
    '.a.jpg',
    'CON.jpg',
    'a\r\nSet-Cookie: x=1.jpg',
    '"; filename=x.html; y=".jpg',
    '<script>.jpg',
    '\u202egpj.exe.jpg',
    `${'x'.repeat(5000)}.jpg`,
    '=cmd|calc.jpg',
    'a.php.jpg',
    '${7*7}.jpg',
  ].map(named)) {
    resetRateLimits();
    // An item has six photos at most.
    await db().maintenanceItem.updateMany({ data: { photos: [] } });
    const before = new Set(everything());
    const { code } = await post(operation, formOf({ name, content }, FIELDS));
    const made = everything().filter((path) => !before.has(path));
    expect([name, code, made]).toEqual([
      name,
      200,
      [expect.stringMatching(/^data\/uploads\/[A-Za-z0-9_-]{2}\/[A-Za-z0-9_-]{32}\.(?:jpg|pdf)$/)],
    ]);
    const row = await db().storedFile.findUniqueOrThrow({
      where: { path: made[0]?.split('/').at(-1) ?? '' },
    });
    expect([name, /[\\/:*?"<>|\u0000-\u001f\u202a-\u202e]/.test(row.name), row.name.length <= 124]).toEqual([
      name,
      false,
      true,
    ]);
  }
});

each('%s reads no more than it takes: declared, streamed, or hidden in other parts', async (_name, operation) => {
  const { ending, content: own } = ownOf(operation);
  const below = operation.upload?.below ?? 0;
  const boundary = 'b0undary';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  let sent = 0;
  const endless = (head: string) => {
    sent = 0;
    let isBegun = false;
    return new ReadableStream({
      pull(controller) {
        const chunk = isBegun ? Buffer.alloc(65_536, 7) : Buffer.concat([Buffer.from(head), own]);
        isBegun = true;
        sent += chunk.length;
        if (sent > 60 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
  };
  const before = everything();
  const limit = below + 2 * 1024 * 1024;
  expect((await post(operation, formOf({ name: `a.${ending}`, content: Buffer.alloc(below, 7) }, FIELDS))).code).toBe(
    413,
  );
  expect([
    (await post(operation, endless(part(`name="file"; filename="a.${ending}"`)), type)).code,
    sent < limit,
  ]).toEqual([413, true]);
  expect([
    (
      await post(operation, endless(part(`name="file"; filename="a.${ending}"`)), {
        ...type,
        'content-length': String(4 * below),
      })
    ).code,
    sent < 200_000,
  ]).toEqual([413, true]);
  expect([(await post(operation, endless(part('name="username"')), type)).code >= 400, sent < limit]).toEqual([
    true,
    true,
  ]);
  expect([(await post(operation, endless(`--${boundary}\r\nX-Long: `), type)).code >= 400, sent < limit]).toEqual([
    true,
    true,
  ]);
  expect([(await post(operation, endless('preamble'), type)).code >= 400, sent < limit]).toEqual([true, true]);
  const many = formOf({ name: `a.${ending}`, content: own }, FIELDS);
  for (let index = 0; index < 500; index += 1) many.append(`f${index}`, 'x');
  expect((await post(operation, many)).code).toBe(400);
  const two = formOf({ name: `a.${ending}`, content: own }, FIELDS);
  two.append('file', new Blob([new Uint8Array(own)]), `b.${ending}`);
  expect((await post(operation, two)).code).toBe(400);
  for (const odd of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
    'multipart/mixed; boundary=x',
    'application/json',
    'image/png',
  ]) {
    expect([odd, (await post(operation, 'x', { 'content-type': odd })).code >= 400]).toEqual([odd, true]);
  }
  expect(everything()).toEqual(before);
});

describe('a file that is kept', () => {
  const view = (path: string, door = 'view') =>
    handleSms(new Request(`${ORIGIN}/sms/file/${door}/${path}`, { headers: { ...FROM, ...person } }));
  /** As another part of the portal keeps it. */
  async function keep(kind: 'inspection' | 'campus' | 'invoice', name: string, content: Uint8Array): Promise<string> {
    const path = `${kind.padEnd(32, 'x')}.${name.slice(-3)}`;
    mkdirSync(join(dataDir.path, 'uploads', path.slice(0, 2)), { recursive: true });
    writeFileSync(join(dataDir.path, 'uploads', path.slice(0, 2), path), content);
    await db().storedFile.create({
      data: {
        path,
        kind,
        name,
        mime: name.endsWith('pdf') ? 'application/pdf' : 'image/png',
        size: content.length,
        sha256: 'x',
        username: 'customerLite',
        equipmentNo: kind === 'inspection' ? 'E-1' : null,
      },
    });
    return path;
  }

  it('is shown on a page when it is an image, else handed over', async () => {
    const [paper, picture] = [
      await view(await keep('inspection', '年检.pdf', PDF)),
      await view(await keep('campus', '大堂.png', PNG)),
    ];
    expect(
      [paper, picture].map((answer) => [answer.status, answer.headers.get('content-disposition')?.split(';')[0]]),
    ).toEqual([
      [200, 'attachment'],
      [200, 'inline'],
    ]);
  });

  it('has one door: that of its kind', async () => {
    const [paper, picture] = [await keep('invoice', '审批单.pdf', PDF), 'campus'.padEnd(32, 'x').concat('.png')];
    expect([(await view(paper, 'download')).status, (await view(paper)).status]).toEqual([200, 404]);
    expect([(await view(picture)).status, (await view(picture, 'download')).status]).toEqual([200, 404]);
  });
});

describe('one user on one day', () => {
  const operation = UPLOADS.find(({ name }) => name === 'uploadCampusImage') as Operation;
  const use = (counter: string, count: number) =>
    pool().query("UPDATE rate_counter SET count = $2 WHERE key = 'upload:' || $1 || ':platformAdmin'", [
      counter,
      count,
    ]);
  const send = async () =>
    post(operation, formOf({ name: 'a.png', content: PNG }, FIELDS)) as Promise<{
      code: number;
      message?: string;
    }>;

  it('sends 100 files, and is told the limit with the next', async () => {
    expect((await send()).code).toBe(200);
    await use('files', 99);
    expect((await send()).code).toBe(200);
    expect(await send()).toMatchObject({ code: 429, message: expect.stringMatching(/100.*300/) as string });
  });

  it('sends 300 MB, and what is over it is not kept', async () => {
    expect((await send()).code).toBe(200);
    await use('kilobytes', 300 * 1024);
    const kept = await db().storedFile.count();
    expect((await send()).code).toBe(429);
    expect((await send()).code).toBe(429);
    expect(await db().storedFile.count()).toBe(kept);
  });
});
