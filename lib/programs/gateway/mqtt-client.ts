import { randomBytes } from 'node:crypto';
import { connect, connectAsync, type IClientOptions } from 'mqtt';
import type { Config } from '@/lib/config';
import { logger } from '@/lib/platform/system/log';
import { tlsMistakeOf } from '@/lib/tls-files.mjs';
import type { Downlink, Ingest } from '@/lib/live/telemetry/ingest';
import { isUpLeaf, parseTopic, PORTAL_FILTERS, topicOf, type DownLeaf } from '@/lib/live/telemetry/topics';
import { watchBroker } from './broker-watch';

/**
 * The ingest at an outside broker (MQTT_URL, api.md §4.1). Shared subscriptions split the fleet over any number of
 * ingest processes. The broker checks the boxes' logins and topics, by its own files or by our hooks `mqtt/auth`,
 * `mqtt/acl`.
 */
export interface MqttLink extends Downlink {
  /** @param onTaken the broker has taken it */
  publishConfig(cubeNo: string, payload: string, onTaken: () => void): void;
  isConnected(): boolean;
  close(): Promise<void>;
}

type OutsideBroker = Config['mqtt'] & { url: string };

/** `mqtt` takes these for the same, but not where a certificate of our own goes along. */
const addressOf = ({ url }: OutsideBroker): string => url.replace(/^ssl:/, 'mqtts:').replace(/^tcp:/, 'mqtt:');

/** What every connection to it has: the portal's account and, by `mqtts://`, its certificates. */
const accountOf = ({ username, password, client }: OutsideBroker): IClientOptions => ({
  username,
  password,
  ...client,
});

/** Connects once and hangs up. @throws the error of the broker or of the connection */
export async function tryBroker(settings: OutsideBroker, waitMs: number): Promise<void> {
  const options = { ...accountOf(settings), reconnectPeriod: 0, connectTimeout: waitMs };
  const client = await connectAsync(addressOf(settings), options, false);
  await client.endAsync(true);
}

/** Where a setting is to blame and waiting does not help: one sentence that names the variable. */
export function brokerMistakeOf({ url }: OutsideBroker, error: unknown): string | undefined {
  return tlsMistakeOf(error, `the broker at ${new URL(url).host} (MQTT_URL)`, 'MQTT_CA');
}

export function connectMqtt(settings: OutsideBroker, ingest: () => Ingest): MqttLink {
  const log = logger('mqtt');
  const client = connect(addressOf(settings), {
    protocolVersion: 5,
    clientId: `portal-${process.pid}-${randomBytes(4).toString('hex')}`,
    ...accountOf(settings),
    clean: true,
    keepalive: 60,
    reconnectPeriod: 2000,
    connectTimeout: 5000,
    // A broker refuses while its authentication is unavailable; without this the client would never try again.
    reconnectOnConnackError: true,
    // We set the limit: the broker sends no more than this before we acknowledge.
    properties: { receiveMaximum: 500 },
  });

  client.on('connect', () => {
    log.info('connected to the broker');
    client.subscribe([...PORTAL_FILTERS], { qos: 1 }, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos >= 128).map(({ topic }) => topic) ?? [];
      if (error || refused.length > 0)
        log.error({ err: error, refused }, 'the broker refused subscriptions; the portal account needs them all');
    });
  });
  client.on('error', (error) => log.warn({ err: error }, 'broker connection'));
  client.on('offline', () => log.warn('broker away, trying again'));

  let held = 0;
  const endWatch = watchBroker(client, () => held > 0);

  // The PUBACK is sent when the message is in the buffer; while the buffer is full the stream is not read.
  client.handleMessage = (packet, done) => {
    const topic = parseTopic(packet.topic);
    if (!topic || !isUpLeaf(topic.leaf)) {
      done();
      return;
    }
    const { cubeNo, leaf } = topic;
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    held += 1;
    ingest().whenRoom(() => {
      held -= 1;
      // An empty retained message deletes one; it is no message of the box.
      if (payload.length > 0 || leaf !== 'connection') ingest().offer({ cubeNo, leaf, source: 'mqtt', payload });
      done();
    });
  };

  const publish = (cubeNo: string, leaf: DownLeaf, payload: string, retain: boolean, onTaken?: () => void) => {
    if (!client.connected) return;
    client.publish(topicOf(cubeNo, leaf), payload, { qos: 1, retain }, (error) => {
      if (error) log.warn({ cubeNo, leaf, err: error }, 'not published');
      else onTaken?.();
    });
  };
  return {
    publish: (cubeNo, leaf, payload) => publish(cubeNo, leaf, payload, false),
    publishConfig: (cubeNo, payload, onTaken) => publish(cubeNo, 'config', payload, true, onTaken),
    isConnected: () => client.connected,
    close: async () => {
      endWatch();
      await client.endAsync();
    },
  };
}
