import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An object store of one bucket in memory, which believes nobody: it computes the signature of every call (AWS Signature
 * Version 4) and the checksum of every body itself, from the standard and not from the client's library.
 */

const KEY_ID = 'portal';
const SECRET = 'a-secret-of-the-store';
const REGION = 'eu-central-1';
const BUCKET = 'lift-files';
/** Small, so that every list has several pages. */
const PAGE = 3;
const LEAST_PART = 5 * 2 ** 20;
const LATE_MS = 15 * 60_000;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
/** What a call is signed with, by the standard. */
export interface SignedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names of the headers that are signed, with `;` between them. */
  readonly signed: string;
  readonly day: string;
  readonly region: string;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const md5 = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** The signature of a call (AWS Signature Version 4, in headers). @returns in hex */
export function signatureOf({ method, url, headers, signed, day, region }: SignedCall, secret: string): string {
  const [path = '', query = ''] = url.split('?');
  const header = (name: string) => String(headers[name]).trim().replace(/ +/g, ' ');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${header(name)}`),
    '',
    signed,
    header('x-amz-content-sha256'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce((made, part) => hmac(made, part), hmac(`AWS4${secret}`, day));
  return hmac(key, ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')).toString('hex');
}

/** @throws Refusal when the caller does not know the secret, or somebody changed the call */
function requireSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): void {
  const [, keyId, day, region, signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId === undefined || day === undefined || region === undefined) throw new Refusal(403, 'AccessDenied');
  if (keyId !== KEY_ID) throw new Refusal(403, 'InvalidAccessKeyId');
  if (region !== REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const moment = String(headers['x-amz-date']);
  const at = Date.parse(moment.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - at) < LATE_MS) || !moment.startsWith(day)) throw new Refusal(403, 'RequestTimeTooSkewed');
  const names = signed.split(';');
  for (const needed of ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))])
    if (!names.includes(needed)) throw new Refusal(403, 'AccessDenied');
  const content = String(headers['x-amz-content-sha256']);
  if (content !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const own = signatureOf({ method, url, headers, signed, day, region }, SECRET);
  if (!timingSafeEqual(Buffer.from(own, 'hex'), Buffer.from(signature, 'hex')))
    throw new Refusal(403, 'SignatureDoesNotMatch');
}

const escaped = (text: string) => text.replace(/[<&>]/g, (character) => `&#${character.charCodeAt(0)};`);
const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;

export interface StoredObject {
  readonly body: Buffer;
  at: Date;
}

export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  /** Files of several parts that are not put together. */
  readonly unfinished = new Map<string, Map<number, Buffer>>();
  /** Method and path of every call that was signed. */
  readonly calls: string[] = [];
  /** What this call is answered with instead: a status, or nothing at all. */
  fail: ((call: string) => number | 'hang up' | undefined) | undefined;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What a portal that uses it is set to. */
  get settings(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return {
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_REGION: REGION,
      FILES_S3_PATH_STYLE: '1',
      FILES_S3_ACCESS_KEY: KEY_ID,
      FILES_S3_SECRET_KEY: SECRET,
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    try {
      requireSigned(request, body);
      const call = `${request.method} ${pathname}${searchParams.has('uploadId') ? ' part' : ''}`;
      this.calls.push(call);
      const failure = this.fail?.(call);
      if (failure === 'hang up') return void request.socket.destroy();
      if (failure !== undefined) throw new Refusal(failure, failure === 403 ? 'AccessDenied' : 'InternalError');
      const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
      if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
      this.serve(request, response, { key: rest.join('/'), query: searchParams, body });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : xml('Error', `<Code>${error.code}</Code>`));
    }
  }

  private serve(
    { method = '', headers }: IncomingMessage,
    response: ServerResponse,
    { key, query, body }: { key: string; query: URLSearchParams; body: Buffer },
  ): void {
    const uploadId = query.get('uploadId');
    const send = (text = '', more: Record<string, string> = {}, status = 200) =>
      void response.writeHead(status, more).end(text);
    if (key === '' && method === 'GET') return send(this.page(query));
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      this.unfinished.set(id, new Map());
      return send(xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`));
    }
    if (uploadId !== null) {
      const parts = this.unfinished.get(uploadId);
      if (!parts) throw new Refusal(404, 'NoSuchUpload');
      if (method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body);
        return send('', { etag: md5(body) });
      }
      this.unfinished.delete(uploadId);
      if (method === 'DELETE') return send('', {}, 204);
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, no]) => Number(no));
      const all = named.map((no) => parts.get(no) ?? Buffer.alloc(0));
      if (all.slice(0, -1).some(({ length }) => length < LEAST_PART)) throw new Refusal(400, 'EntityTooSmall');
      this.objects.set(key, { body: Buffer.concat(all), at: new Date() });
      return send(xml('CompleteMultipartUploadResult', `<Key>${escaped(key)}</Key>`));
    }
    if (method === 'PUT') {
      this.objects.set(key, { body, at: new Date() });
      return send('', { etag: md5(body) });
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return send('', {}, 204);
    }
    const found = this.objects.get(key);
    if (!found) throw new Refusal(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = from === undefined ? found.body : found.body.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': found.at.toUTCString(),
      etag: md5(found.body),
    });
    response.end(method === 'HEAD' ? undefined : part);
  }

  private page(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const left = keys.filter((key) => key > after);
    const page = left.slice(0, PAGE);
    const more = left.length > PAGE;
    return xml(
      'ListBucketResult',
      `<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''}${page.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('')}`,
    );
  }
}
