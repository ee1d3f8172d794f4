import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/**
 * A Socket.IO client reduced to counting: it speaks just enough WebSocket to sign in and subscribe, and then only looks at
 * the heads of frames. A thousand real clients in one process would be slower than the server they are to measure.
 */

const NAMESPACE = '/rtc';
const RTC_EVENT = Buffer.from(`42${NAMESPACE},["rtc"`);

export class Listener {
  /** Messages of the event `rtc`. */
  count = 0;
  /** Sees the JSON of every `rtc` message when set. */
  onMessage: ((message: unknown) => void) | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #waiting: { start: string; resolve: (text: string) => void } | undefined;
  #ackId = 0;

  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;

  private constructor(private readonly socket: net.Socket) {
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** @throws when the server refuses to upgrade or to subscribe */
  static async open(
    port: number,
    { token = '', clientId = '', numbers }: { token?: string; clientId?: string; numbers: readonly string[] },
  ): Promise<Listener> {
    const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    socket.write(
      `GET /sms/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    const listener = new Listener(socket);
    socket.on('error', () => undefined);
    await listener.#upgraded();
    await listener.#ask(`40${NAMESPACE},${JSON.stringify({ clientId })}`, `40${NAMESPACE},`);
    await listener.#emit('authorize', token);
    await listener.#emit(
      'rtc',
      numbers.map((equipmentNo) => ({ equipmentNo })),
    );
    return listener;
  }

  close(): void {
    this.socket.destroy();
  }

  async #upgraded(): Promise<void> {
    let head = Buffer.alloc(0);
    for (;;) {
      const [chunk] = (await Promise.race([once(this.socket, 'data'), this.#gone()])) as [Buffer];
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      if (!head.toString('latin1', 0, 12).endsWith('101'))
        throw new Error(`no upgrade: ${head.toString('latin1', 0, 80)}`);
      this.socket.on('data', (data: Buffer) => this.#take(data));
      this.#take(head.subarray(end + 4));
      return;
    }
  }

  async #emit(event: string, payload: unknown): Promise<void> {
    const id = this.#ackId++;
    const answer = await this.#ask(`42${NAMESPACE},${id}${JSON.stringify([event, payload])}`, `43${NAMESPACE},${id}[`);
    const [{ code }] = JSON.parse(answer.slice(answer.indexOf('['))) as [{ code: number }];
    if (code !== 200) throw new Error(`${event} was refused: ${answer}`);
  }

  #ask(text: string, start: string): Promise<string> {
    const answer = new Promise<string>((resolve) => {
      this.#waiting = { start, resolve };
    });
    this.#send(text);
    return Promise.race([answer, this.#gone()]);
  }

  async #gone(): Promise<never> {
    await this.closed;
    throw new Error('the connection was closed');
  }

  #send(text: string): void {
    const body = Buffer.from(text);
    const head =
      body.length < 126
        ? Buffer.from([0x81, 0x80 | body.length])
        : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff]);
    // A mask of zeros is a mask.
    this.socket.write(Buffer.concat([head, Buffer.alloc(4), body]));
  }

  #take(data: Buffer): void {
    const buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, data]) : data;
    let at = 0;
    while (buffer.length - at >= 2) {
      const short = (buffer[at + 1] ?? 0) & 0x7f;
      const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (buffer.length - at < headLength) break;
      const length =
        short === 126 ? buffer.readUInt16BE(at + 2) : short === 127 ? Number(buffer.readBigUInt64BE(at + 2)) : short;
      const end = at + headLength + length;
      if (buffer.length < end) break;
      this.#frame(buffer, at + headLength, end);
      at = end;
    }
    this.#rest = at === buffer.length ? Buffer.alloc(0) : Buffer.from(buffer.subarray(at));
  }

  #frame(buffer: Buffer, start: number, end: number): void {
    if (buffer[start] === 0x32 && end - start === 1) return this.#send('3');
    if (buffer.compare(RTC_EVENT, 0, RTC_EVENT.length, start, Math.min(end, start + RTC_EVENT.length)) === 0) {
      this.count += 1;
      if (this.onMessage)
        this.onMessage((JSON.parse(buffer.toString('utf8', start + 2 + NAMESPACE.length + 1, end)) as unknown[])[1]);
      return;
    }
    if (!this.#waiting) return;
    const text = buffer.toString('utf8', start, end);
    if (!text.startsWith(this.#waiting.start)) return;
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(text);
  }
}

/** Opens many, some at a time. */
export async function openListeners(
  port: number,
  count: number,
  optionsOf: (index: number) => Promise<{ token?: string; clientId?: string; numbers: readonly string[] }>,
): Promise<Listener[]> {
  const opened: Listener[] = [];
  for (let start = 0; start < count; start += 20) {
    opened.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - start) }, async (_, index) =>
          Listener.open(port, await optionsOf(start + index)),
        ),
      )),
    );
  }
  return opened;
}
