import type { AddressInfo, Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { resetConfig } from '@/lib/config';
import { ReceivedFile } from '@/lib/platform/contract/received-file';
import { db } from '@/lib/platform/db/client';
import { keepFile } from '@/lib/platform/files/stored-files';
import { newWaitingPath } from '@/lib/platform/files/waiting-room';
import { queueMail } from '@/lib/platform/mail/queue';
import type { NewMail } from '@/lib/platform/mail/queue';

/** A mail server that keeps what it gets, and does what the test says. */
export class Sink {
  readonly raw: Buffer[] = [];
  rcpt: SMTPServerOptions['onRcptTo'];
  /** What becomes of an e-mail that has arrived whole; nothing: it is taken. */
  answer: ((take: () => void, refuse: (code: number) => void) => void) | undefined;
  /** Ends the connection once so many bytes of an e-mail have come. */
  breakAfter: number | undefined;
  /** Hears how many bytes of an e-mail have come. */
  onBytes: ((size: number) => void) | undefined;
  server = this.make();
  private readonly sockets = new Set<Socket>();
  port = 0;

  private make(): SMTPServer {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      logger: false,
      // Nobody has an account here.
      onAuth: (_auth, _session, callback) => callback(new Error('no such account')),
      onRcptTo: (address, session, callback) => (this.rcpt ? this.rcpt(address, session, callback) : callback()),
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = [];
        let size = 0;
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.byteLength;
          this.onBytes?.(size);
          if (this.breakAfter !== undefined && size > this.breakAfter)
            for (const socket of this.sockets) socket.destroy();
        });
        stream.on('end', () => {
          const take = () => {
            this.raw.push(Buffer.concat(chunks));
            callback();
          };
          const refuse = (code: number) => callback(Object.assign(new Error('not this one'), { responseCode: code }));
          if (this.answer) this.answer(take, refuse);
          else take();
        });
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    return server;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  dropAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async reopen(): Promise<void> {
    this.server = this.make();
    await this.open();
  }

  mails(): Promise<Email[]> {
    return Promise.all(this.raw.map((raw) => PostalMime.parse(raw)));
  }
}

/** The tests of this file send to this server; each begins with empty tables. Call it outside of hooks, after `useFreshDatabase`. */
export function useSink(): Sink {
  const sink = new Sink();
  beforeAll(async () => {
    await sink.open();
    process.env.SMTP_URL = `smtp://127.0.0.1:${sink.port}`;
    process.env.MAIL_FROM = '电梯平台 <no-reply@portal.example>';
    resetConfig();
  });
  afterAll(async () => {
    await sink.close();
    delete process.env.SMTP_URL;
    delete process.env.MAIL_FROM;
    resetConfig();
  });
  beforeEach(async () => {
    sink.raw.length = 0;
    sink.rcpt = undefined;
    sink.answer = undefined;
    sink.breakAfter = undefined;
    sink.onBytes = undefined;
    await db().mailLog.deleteMany();
    await db().mailOptOut.deleteMany();
  });
  return sink;
}

export const TO = 'wang.fang@example.com';
export const queue = (more: Partial<NewMail> = {}, now?: number) =>
  db().$transaction((sql) =>
    queueMail(
      sql,
      {
        kind: 'maintenance',
        to: TO,
        subject: '维保记录 M1',
        text: '您好，附件为维保记录。\n请查收。',
        language: 'zh-CN',
        username: null,
        branchCode: null,
        ...more,
      },
      now,
    ),
  );

export const mailRow = async (id?: bigint) => db().mailLog.findFirstOrThrow({ where: id === undefined ? {} : { id } });
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A kept file of these bytes. */
export async function keep(bytes: Uint8Array, name: string, equipmentNo?: string) {
  const waitingPath = await newWaitingPath();
  await writeFile(waitingPath, bytes);
  const file = new ReceivedFile(name, 'pdf', bytes.byteLength, sha256(bytes), waitingPath);
  const path = await keepFile(file, { kind: 'report', username: null, equipmentNo });
  return { path, name, size: bytes.byteLength };
}
