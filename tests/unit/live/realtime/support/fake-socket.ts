import type { LiveClientOptions, SocketLike, SocketSettings } from '@/lib/live/realtime/browser/client-types';
import { LiveClient } from '@/lib/live/realtime/browser/client';

type Listener = (...args: unknown[]) => void;

/** A socket whose other end is the test. */
export class FakeSocket implements SocketLike {
  readonly sent: { event: string; args: unknown[] }[] = [];
  readonly #listeners = new Map<string, Listener[]>();
  isConnecting = false;
  isDisconnected = false;
  /** How it answers those who ask for messages; undefined: not yet. */
  answer: { code: number; message: string } | undefined = { code: 200, message: 'success' };

  constructor(readonly settings: SocketSettings) {}

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, ...args: unknown[]): this {
    this.sent.push({ event, args });
    const onAnswer = args.at(-1);
    if (event === 'notification' && this.answer && typeof onAnswer === 'function') onAnswer(this.answer);
    return this;
  }

  connect(): void {
    this.isConnecting = true;
  }

  /** Like the real one, it tells its listeners of its own end too. */
  disconnect(): void {
    this.isDisconnected = true;
    this.receive('disconnect', 'io client disconnect');
  }

  /** Something comes from the server or from the connection. */
  receive(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }

  events(name: string): unknown[] {
    return this.sent.filter(({ event }) => event === name).map(({ args }) => args[0]);
  }

  /** Connects, is authorised, and sends a first value. */
  goLive(): void {
    this.receive('connect');
    this.receive('authorize', { code: 200, message: 'success' });
    this.sendValue();
  }

  sendValue(equipmentNo = '1'): void {
    this.receive('rtc', {
      equipmentNo,
      equipmentType: 'YAE_ELT',
      responseType: 'snapshot',
      Timestamp: Date.now(),
      status: {},
    });
  }
}

/** A client on fake sockets; no jitter. */
export function setUpClient(options: Partial<LiveClientOptions> = {}) {
  const sockets: FakeSocket[] = [];
  const states: number[] = [];
  const messages: unknown[] = [];
  const denied: string[][] = [];
  const errors: { code: number }[] = [];
  const getToken = jest.fn(
    async (): Promise<string | { token: string; expiresIn: number }> => `token-${getToken.mock.calls.length}`,
  );
  const client = new LiveClient({
    getToken,
    openSocket: (settings) => {
      const socket = new FakeSocket(settings);
      sockets.push(socket);
      return socket;
    },
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    onDenied: (numbers) => denied.push(numbers),
    onError: (error) => errors.push(error),
    random: () => 1,
    ...options,
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);
  /** Connects and gets the first data. */
  const goLive = async (numbers: readonly string[] = ['1']) => {
    client.subscribe(numbers.map((equipmentNo) => ({ equipmentNo, equipmentType: 'YAE_ELT', companyCode: '3000' })));
    await settle();
    last().goLive();
  };
  return { client, sockets, states, messages, denied, errors, getToken, last, settle, goLive };
}
