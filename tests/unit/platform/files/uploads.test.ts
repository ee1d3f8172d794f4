import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { resetConfig } from '@/lib/config';
import { acceptOf, fileFault, type UploadRule } from '@/lib/platform/contract/received-file';
import { discardWaiting, newWaitingPath } from '@/lib/platform/files/waiting-room';
import { AppError } from '@/lib/platform/contract/errors';
import { readUpload } from '@/lib/platform/door/upload';
import { EML, formOf, JPG, MSG, PDF, PNG, POLYGLOTS } from '../../../support/sample-files';

const RULE: UploadRule = {
  types: ['jpg', 'png', 'pdf', 'eml', 'msg'],
  below: 200_000,
  tooLarge: 'fileTooLarge',
  badType: 'fileType',
  failed: 'fileFailed',
};
/**
 * Reads a form as it comes over the network. The stream that Node.js 24 makes of a `FormData` fails, with nobody to catch it, when
 * its reader gives up; so the form is made first.
 */
const read = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const made = new Response(body);
  const type = made.headers.get('content-type');
  return readUpload(
    {
      headers: new Headers({ ...(type === null ? {} : { 'content-type': type }), ...headers }),
      body: body instanceof FormData ? Readable.from([Buffer.from(await made.arrayBuffer())]) : made.body,
    },
    RULE,
  );
};
const refusalOf = async (reading: Promise<unknown>) => {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('was taken');
  return [error.code, error.messageKey];
};

let dataDir = '';
const waiting = () =>
  existsSync(join(dataDir, 'uploads/waiting')) ? readdirSync(join(dataDir, 'uploads/waiting')) : [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'uploads-'));
  process.env.DATA_DIR = dataDir;
  resetConfig();
});
afterEach(() => {
  for (const name of waiting()) rmSync(join(dataDir, 'uploads/waiting', name));
});
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  delete process.env.DATA_DIR;
  resetConfig();
});

describe('a form with a file', () => {
  it.each([
    ['a.jpg', JPG],
    ['照片.JPEG', JPG],
    ['a.PNG', PNG],
    ['审批.pdf', PDF],
    ['a.eml', EML],
    ['a.msg', MSG],
  ])('is read with its fields: %s', async (name, content) => {
    const { fields, file } = await read(formOf({ name, content }, { username: 'zhang_1' }));
    expect(fields).toEqual({ username: 'zhang_1' });
    expect(file).toMatchObject({ name, size: content.length });
    expect(readFileSync(file?.waitingPath ?? '')).toEqual(content);
    if (file) await discardWaiting(file);
    expect(waiting()).toEqual([]);
  });

  it.each(Object.entries(POLYGLOTS))('is refused, and leaves nothing behind, when it is %s', async (_, file) => {
    expect(await refusalOf(read(formOf(file)))).toEqual([415, 'fileType']);
    expect(waiting()).toEqual([]);
  });

  it.each(['a.exe', 'a.svg', 'a.html', 'a.jpg.js', 'jpg', 'a.jpg ', 'a.constructor'])(
    'is refused by its ending alone: %j',
    async (name) => {
      expect(await refusalOf(read(formOf({ name, content: JPG })))).toEqual([415, 'fileType']);
    },
  );

  it('is refused when it is not under the limit, before it is read to its end', async () => {
    let sent = 0;
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4');
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? head : Buffer.alloc(50_000));
        sent += 1;
      },
    });
    expect(await refusalOf(read(endless, { 'content-type': 'multipart/form-data; boundary=b' }))).toEqual([
      413,
      'fileTooLarge',
    ]);
    expect(sent).toBeLessThan(20);
    expect(waiting()).toEqual([]);
    const exact = Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(RULE.below - PDF.length), PDF.subarray(-6)]);
    expect(await refusalOf(read(formOf({ name: 'a.pdf', content: exact })))).toEqual([413, 'fileTooLarge']);
    const { file } = await read(
      formOf({ name: 'a.pdf', content: Buffer.concat([exact.subarray(0, 30), exact.subarray(31)]) }),
    );
    expect(file?.size).toBe(RULE.below - 1);
  });

  it('is refused by its declared length without reading at all', async () => {
    const form = formOf({ name: 'a.jpg', content: JPG });
    expect(await refusalOf(read(form, { 'content-length': '99999999' }))).toEqual([413, 'fileTooLarge']);
  });

  it.each([
    [
      'two files',
      () => {
        const form = formOf({ name: 'a.jpg', content: JPG });
        form.append('file', new Blob([JPG]), 'b.jpg');
        return form;
      },
    ],
    [
      'a file in another field',
      () => {
        const form = new FormData();
        form.append('other', new Blob([JPG]), 'a.jpg');
        return form;
      },
    ],
    ['a field that is too long', () => formOf({ name: 'a.jpg', content: JPG }, { username: 'x'.repeat(5000) })],
    [
      'too many fields',
      () => formOf(null, Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x']))),
    ],
    ['a field that reaches for a prototype', () => formOf(null, { __proto_: '1', constructor: 'x' })],
  ])('is refused with %s', async (_, form) => {
    expect((await refusalOf(read(form())))[0]).toBe(400);
    expect(waiting()).toEqual([]);
  });

  it('is refused when it breaks off or is no form', async () => {
    const broken = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8';
    expect((await refusalOf(read(broken, { 'content-type': 'multipart/form-data; boundary=b' })))[0]).toBe(400);
    expect(await refusalOf(read('{}', { 'content-type': 'application/json' }))).toEqual([415, 'unsupportedFormType']);
    expect((await refusalOf(read('x', { 'content-type': 'multipart/form-data; x' })))[0]).toBe(400);
    expect(waiting()).toEqual([]);
  });

  it('keeps nothing of what a name tries', async () => {
    const { file } = await read(formOf({ name: '../../etc/\u202egpj.passwd.jpg', content: JPG }));
    expect(file?.name).not.toMatch(/[/\\\u202e]/);
    expect(file?.waitingPath.startsWith(join(dataDir, 'uploads/waiting'))).toBe(true);
  });

  it('says so when it cannot be written', async () => {
    process.env.DATA_DIR = join(dataDir, 'a-file');
    writeFileSync(process.env.DATA_DIR, '');
    resetConfig();
    expect(await refusalOf(read(formOf({ name: 'a.jpg', content: JPG })))).toEqual([500, 'fileFailed']);
    process.env.DATA_DIR = dataDir;
    resetConfig();
  });
});

describe('the waiting room', () => {
  it('loses what was left there long ago', async () => {
    const old = await newWaitingPath();
    writeFileSync(old, 'x');
    utimesSync(old, 0, 0);
    jest.spyOn(Math, 'random').mockReturnValueOnce(0);
    await newWaitingPath();
    expect(existsSync(old)).toBe(false);
  });
});

describe('a file before it is sent', () => {
  it('is judged by ending and size', () => {
    expect(fileFault(RULE, { name: 'a.doc', size: 1 })).toBe('fileType');
    expect(fileFault(RULE, { name: 'a.PDF', size: RULE.below })).toBe('fileTooLarge');
    expect(fileFault(RULE, { name: 'a.PDF', size: RULE.below - 1 })).toBeNull();
    expect(acceptOf({ types: ['jpg', 'png'] })).toBe('.jpg,.png,.jpeg');
  });
});
