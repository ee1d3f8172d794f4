import { readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { Buffer } from 'node:buffer';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { FilesBucket } from '@/lib/config-parts';
import { AppError } from '@/lib/platform/contract/errors';
import type { ByteRange } from '@/lib/platform/contract/file-answer';
import { logger } from '@/lib/platform/system/log';
import type { ArrivedBytes, FileStat, FileStore } from './file-store';
import { isStoredName, shelfOf } from './stored-names';

/** Files in a bucket of an S3-compatible object store (decision 024). Only who uses one loads its library. */

/** What one call carries and what a file takes of the memory; the least that a part may have is 5 MiB. */
const PART_BYTES = 8 * 2 ** 20;
const CONNECT_MS = 3000;
/** Until the answer begins. */
const ANSWER_MS = 20_000;
/** A reader may be slow, but somebody has to read. */
const IDLE_MS = 300_000;
const SOCKETS = 256;
const TRIES = 3;

const library = () => import('@aws-sdk/client-s3');
type Library = Awaited<ReturnType<typeof library>>;

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
/** A HEAD has no body that says what is missing; of others only the file itself counts, not the bucket. */
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error));

export class S3Store implements FileStore {
  readonly name: string;
  private opened: Promise<{ readonly sdk: Library; readonly client: S3Client }> | undefined;

  constructor(private readonly bucket: FilesBucket) {
    const host = bucket.endpoint ? new URL(bucket.endpoint).host : `${bucket.region}.amazonaws.com`;
    this.name = `bucket ${bucket.name} at ${host}`;
  }

  isShared(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async put(path: string, { place, size }: ArrivedBytes): Promise<void> {
    const file = await open(place, 'r');
    try {
      await (size <= PART_BYTES ? this.putWhole(path, file, size) : this.putParts(path, file, size));
    } finally {
      await file.close();
    }
  }

  async open(path: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await this.call('get', ({ sdk, client }) =>
      client.send(
        new sdk.GetObjectCommand({
          ...this.keyOf(path),
          Range: range && `bytes=${range.from}-${range.to}`,
        }),
      ),
    );
    if (!Body) throw new AppError('unavailable');
    return Body as Readable;
  }

  async stat(path: string): Promise<FileStat | undefined> {
    try {
      const { ContentLength, LastModified } = await this.call('head', ({ sdk, client }) =>
        client.send(new sdk.HeadObjectCommand(this.keyOf(path))),
      );
      return { size: ContentLength ?? 0, at: LastModified ?? new Date() };
    } catch (error) {
      if (error instanceof AppError && error.id === 'not_found') return undefined;
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await this.call('delete', ({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(this.keyOf(path))));
  }

  async *list(): AsyncGenerator<string> {
    const { name: Bucket, prefix: Prefix } = this.bucket;
    for (let ContinuationToken: string | undefined; ;) {
      const page = await this.call('list', ({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
      );
      for (const { Key = '' } of page.Contents ?? []) {
        const [shelf, name = '', more] = Key.slice(Prefix.length).split('/');
        if (more === undefined && isStoredName(name) && shelf === shelfOf(name)) yield name;
      }
      if (!page.IsTruncated || !page.NextContinuationToken) return;
      ContinuationToken = page.NextContinuationToken;
    }
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    (await this.opened)?.client.destroy();
  }

  /** The signature of each call covers the bytes of its body: what is changed on its way is refused. */
  private async putWhole(path: string, file: FileHandle, size: number): Promise<void> {
    const Body = await readPart(file, 0, size);
    await this.call('put', ({ sdk, client }) => client.send(new sdk.PutObjectCommand({ ...this.keyOf(path), Body })));
  }

  /** Nobody sees a file of several parts before the last call, which puts them together. */
  private async putParts(path: string, file: FileHandle, size: number): Promise<void> {
    const key = this.keyOf(path);
    const { UploadId } = await this.call('put', ({ sdk, client }) =>
      client.send(new sdk.CreateMultipartUploadCommand(key)),
    );
    try {
      const Parts: CompletedPart[] = [];
      for (let from = 0; from < size; from += PART_BYTES) {
        const PartNumber = Parts.length + 1;
        const Body = await readPart(file, from, Math.min(PART_BYTES, size - from));
        const { ETag } = await this.call('put', ({ sdk, client }) =>
          client.send(new sdk.UploadPartCommand({ ...key, UploadId, PartNumber, Body })),
        );
        Parts.push({ PartNumber, ETag });
      }
      await this.call('put', ({ sdk, client }) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...key, UploadId, MultipartUpload: { Parts } })),
      );
    } catch (error) {
      await this.call('abort', ({ sdk, client }) =>
        client.send(new sdk.AbortMultipartUploadCommand({ ...key, UploadId })),
      ).catch(() => undefined);
      throw error;
    }
  }

  private keyOf(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket.name, Key: `${this.bucket.prefix}${shelfOf(path)}/${path}` };
  }

  /** @throws not_found for a file that is not there; unavailable for everything else, with its cause in the log */
  private async call<T>(
    what: string,
    work: (opened: { readonly sdk: Library; readonly client: S3Client }) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await (this.opened ??= this.begin()));
    } catch (cause) {
      if (isMissing(cause)) throw new AppError('not_found', { cause });
      logger('files').error({ err: cause, status: statusOf(cause), what }, `${this.name} did not do it`);
      throw new AppError('unavailable', { cause });
    }
  }

  private async begin(): Promise<{ readonly sdk: Library; readonly client: S3Client }> {
    const sdk = await library();
    const { endpoint, region, isPathStyle, keys, ca } = this.bucket;
    const client = new sdk.S3Client({
      endpoint,
      region,
      forcePathStyle: isPathStyle,
      // Without keys of ours: those of the machine's role.
      credentials: keys && { accessKeyId: keys.id, secretAccessKey: keys.secret },
      // Stores that are only compatible know none of the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: TRIES,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: ANSWER_MS,
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_MS,
        httpAgent: { keepAlive: true, maxSockets: SOCKETS },
        httpsAgent: {
          keepAlive: true,
          maxSockets: SOCKETS,
          ca: ca === undefined ? undefined : [...rootCertificates, readFileSync(ca, 'utf8')],
        },
      },
    });
    return { sdk, client };
  }
}

/** @throws Error when the file is shorter than it was */
async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(part, done, length - done, from + done);
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored');
    done += bytesRead;
  }
  return part;
}
