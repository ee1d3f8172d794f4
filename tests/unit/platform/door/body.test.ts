import { queryObject, readJsonObject } from '@/lib/platform/http/body';
import type { BodyLimits } from '@/lib/platform/http/body';
import { unstorablePath } from '@/lib/platform/contract/storable';
import { trimValues } from '@/lib/platform/contract/trim';

const post = (
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' },
) =>
  new Request('http://localhost/sms/x', {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
const refusal = (request: Request, limits?: BodyLimits) =>
  readJsonObject(request, limits).then(
    () => 'accepted',
    (error: { id: string; messageKey: string }) => `${error.id}:${error.messageKey}`,
  );

describe('request bodies', () => {
  it('are JSON objects; an empty body is an empty object', async () => {
    await expect(readJsonObject(post('{"a":1}'))).resolves.toEqual({ a: 1 });
    await expect(readJsonObject(post(null))).resolves.toEqual({});
    await expect(refusal(post('[1]'))).resolves.toBe('bad_request:badJson');
    await expect(refusal(post('{"a":'))).resolves.toBe('bad_request:badJson');
    await expect(refusal(post(new Uint8Array([0x7b, 0xff, 0x7d])))).resolves.toBe('bad_request:badJson');
  });

  it('need the JSON content type', async () => {
    await expect(refusal(post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }))).resolves.toBe(
      'unsupported_media_type:unsupportedContentType',
    );
  });

  it('are cut off at the limit, declared or streamed', async () => {
    await expect(refusal(post(JSON.stringify({ a: 'x'.repeat(100) })), { maxBytes: 50 })).resolves.toMatch(
      'payload_too_large',
    );
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    await expect(refusal(post(endless), { maxBytes: 10_000 })).resolves.toMatch('payload_too_large');
    expect(pulled).toBeLessThan(30);
  });

  it('weigh 16 KiB at most unless the operation takes more', async () => {
    const of = (bytes: number) => post(JSON.stringify({ a: 'x'.repeat(bytes - 8) }));
    await expect(refusal(of(16 * 1024))).resolves.toBe('accepted');
    await expect(refusal(of(16 * 1024 + 1))).resolves.toBe('payload_too_large:payload_too_large');
  });

  it.each([
    ['too deep', '{"a":', 'bad_request:tooDeep'],
    ['too many fields', '{"a":{},"b":[],', 'bad_request:tooManyMembers'],
    ['too many items', '0,0,0,0,', 'bad_request:tooManyMembers'],
  ])('%s are refused while they arrive: what follows is not read, nothing is parsed', async (_what, piece, wanted) => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(
          Buffer.from(
            `${pulled === 1 ? '{"x":[' : ''}${(piece.startsWith('{"a":{}') ? piece.slice(1) : piece).repeat(40)}`,
          ),
        );
      },
    });
    await expect(refusal(post(endless), { maxBytes: 100_000_000, maxMembers: 2000 })).resolves.toBe(wanted);
    expect(pulled).toBeLessThan(40);
  });

  it('signs inside of strings count for nothing', async () => {
    await expect(
      readJsonObject(post(JSON.stringify({ a: '[{,"\\'.repeat(1000), 'b,[{': 'x' }))),
    ).resolves.toMatchObject({ 'b,[{': 'x' });
  });

  it('are refused when too deep', async () => {
    await expect(refusal(post(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`))).resolves.toBe('bad_request:tooDeep');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuse the key %s at every depth and in a query', async (key) => {
    for (const body of [
      `{"${key}":{"admin":true}}`,
      `{"a":{"${key}":1}}`,
      `{"a":[{"b":null},{"b":[{"${key}":null}]}]}`,
      `{"a":1,"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":1}`,
    ])
      expect([body, await refusal(post(body))]).toEqual([body, 'bad_request:forbiddenKey']);
    expect(() => queryObject(new URLSearchParams(`a=1&${key}=1`))).toThrow(
      expect.objectContaining({ id: 'bad_request', messageKey: 'forbiddenKey' }),
    );
    // As a value, or as a part of another name, it is a word like any other.
    await expect(readJsonObject(post(`{"a":"${key}","x${key}":1}`))).resolves.toEqual({ a: key, [`x${key}`]: 1 });
  });

  it('know no operators: a key of a query language is a name like any other, which no schema has', async () => {
    await expect(readJsonObject(post('{"a":{"$gt":""},"$where":"1"}'))).resolves.toEqual({
      a: { $gt: '' },
      $where: '1',
    });
  });
});

describe('texts that no row can hold', () => {
  it.each<[unknown, string | null]>([
    [{ a: 'ok', b: ['电梯', '😀'] }, null],
    [{ a: { b: ['x', 'y\0'] } }, 'a.b.1'],
    [{ a: '\ud800' }, 'a'],
    [{ a: { 'b\0': 1 } }, 'a.b\ufffd'],
    [{ '\udc00': 1 }, '\ufffd'],
  ])('%j: %j', (value, field) => {
    expect(unstorablePath(value)).toBe(field);
  });
});

describe('strings', () => {
  it('[CONV-016] [CONV-017] are trimmed at every depth, passwords and tokens excepted', () => {
    expect(
      trimValues({ key: ' 10512345 ', user: { username: ' li ', password: ' secret ' }, list: [' a '] }, ['password']),
    ).toEqual({
      key: '10512345',
      user: { username: 'li', password: ' secret ' },
      list: ['a'],
    });
  });

  it('of a repeated query name become a list', () => {
    expect(queryObject(new URLSearchParams('a=1&b=2&b=3'))).toEqual({ a: '1', b: ['2', '3'] });
  });
});
