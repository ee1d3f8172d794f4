import { randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import type { UplinkLeaf, Uplink } from './box';
import { vitalsOf } from './vitals';

/** One box's MQTT connection (api.md §4.1): own credentials, last will, back-off with jitter, a new session every time. */
export interface LinkOptions {
  url: string;
  cubeNo: string;
  secret: string;
  firmware: string;
  onUp(): void;
  onMessage(leaf: string, text: string): void;
  /** Why a connection was lost or refused. */
  onTrouble?(reason: string): void;
}

const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 60_000;
/** Only a connection that lasted this long resets the back-off, so a flapping broker is not stormed. */
const STABLE_MS = 30_000;
/** How long a box waits for confirmations before it disconnects, at the end of the program or of a visit. */
const LEAVE_MS = 1_500;
const HANG_UP_MS = 15_000;
/** DISCONNECT of MQTT 3.1.1. */
const GOODBYE = Buffer.from([0xe0, 0x00]);
/** Published and not yet confirmed by the broker; beyond it the box waits. */
const MOST_UNDER_WAY = 30;

export class BoxLink implements Uplink {
  private client: MqttClient | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private upSince = 0;
  private underWay = 0;
  private isStopped = false;
  private session = '';

  constructor(private readonly options: LinkOptions) {}

  get isReady(): boolean {
    return this.upSince > 0 && this.underWay < MOST_UNDER_WAY;
  }

  get isUp(): boolean {
    return this.upSince > 0;
  }

  start(delayMs = 0): void {
    this.isStopped = false;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), delayMs);
  }

  publish(leaf: UplinkLeaf, body: Record<string, unknown>): void {
    this.send(leaf, body, false);
  }

  /**
   * The message that the box is online, with its signal and health. Repeated in the same session it is no new
   * connection.
   */
  tellOnline(): void {
    if (this.upSince === 0) return;
    const { cubeNo, firmware } = this.options;
    const at = Date.now();
    this.send(
      'connection',
      { state: 'online', session: this.session, at, fw: firmware, reason: null, ...vitalsOf(cubeNo, at) },
      true,
    );
  }

  /** Loses the connection as a box out of coverage does (the broker sends the will) and comes back later. */
  drop(forMs: number): void {
    if (!this.client) return;
    this.client.stream.destroy();
    this.closed();
    this.start(forMs);
  }

  /**
   * Disconnects with a goodbye. `isLeaving` false: it disconnects in order, and the portal still counts it as online.
   */
  async stop(isLeaving = true): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retryTimer);
    const { client } = this;
    if (!client) return;
    if (isLeaving && this.upSince > 0)
      this.send('connection', { state: 'offline', session: this.session, at: Date.now(), reason: 'shutdown' }, true);
    await new Promise<void>((resolve) => {
      // Without DISCONNECT the broker would publish the will and show a healthy unit as silent.
      const late = setTimeout(
        () => client.stream.end(GOODBYE, () => client.end(true, () => resolve())),
        isLeaving ? LEAVE_MS : HANG_UP_MS,
      );
      client.end(false, () => {
        clearTimeout(late);
        resolve();
      });
    });
    this.closed();
  }

  private send(leaf: UplinkLeaf | 'connection', body: Record<string, unknown>, isRetained: boolean): void {
    const { client } = this;
    if (!client) return;
    this.underWay += 1;
    client.publish(
      `lift/v1/${this.options.cubeNo}/${leaf}`,
      JSON.stringify({ v: 1, ...body }),
      { qos: 1, retain: isRetained },
      () => {
        if (this.client === client) this.underWay -= 1;
      },
    );
  }

  private connect(): void {
    const { url, cubeNo, secret } = this.options;
    const session = randomBytes(4).toString('hex');
    const base = `lift/v1/${cubeNo}`;
    // A new client for every connection: nothing half-sent is left over, and the will names the new session.
    const client = mqtt.connect(url, {
      clientId: cubeNo,
      username: cubeNo,
      password: secret,
      protocolVersion: 4,
      keepalive: 60,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      will: {
        topic: `${base}/connection`,
        qos: 1,
        retain: true,
        payload: Buffer.from(JSON.stringify({ v: 1, state: 'offline', session, at: Date.now(), will: true })),
      },
    });
    this.client = client;
    this.session = session;
    this.underWay = 0;
    client.on('connect', () => {
      if (this.client !== client) return;
      this.upSince = Date.now();
      client.subscribe([`${base}/config`, `${base}/reject`, `${base}/ack`], { qos: 1 });
      this.tellOnline();
      this.options.onUp();
    });
    client.on('message', (topic, payload) =>
      this.options.onMessage(topic.slice(base.length + 1), payload.toString('utf8')),
    );
    client.on('error', (error) => this.options.onTrouble?.(error.message));
    client.on('close', () => {
      if (this.client !== client) return;
      client.end(true);
      this.closed();
      if (!this.isStopped) this.retry();
    });
  }

  private closed(): void {
    if (this.upSince > 0 && Date.now() - this.upSince > STABLE_MS) this.attempts = 0;
    this.client = undefined;
    this.upSince = 0;
    this.underWay = 0;
  }

  private retry(): void {
    const ceiling = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** this.attempts);
    this.attempts += 1;
    this.start(ceiling * (0.5 + Math.random() / 2));
  }
}
