import type { MqttClient } from 'mqtt';

/**
 * A broker whose packets vanish is noticed by nobody: what we acknowledge is repeated for a quarter of an hour. So one that has
 * said nothing for a while is asked, and a connection on which no answer comes is ended; the client then makes a new one.
 */

interface Timings {
  readonly lookMs: number;
  readonly askMs: number;
  readonly endMs: number;
  /** While nothing is read, the broker is told this often that we are there. */
  readonly tellMs: number;
}
const TIMINGS: Timings = { lookMs: 1000, askMs: 3000, endMs: 9000, tellMs: 15_000 };

type Client = Pick<MqttClient, 'connected' | 'on' | 'sendPing' | 'stream'>;

/**
 * @param isHeld nothing is read from the broker now, because there is no room: its silence says nothing
 * @returns a function that ends it
 */
export function watchBroker(client: Client, isHeld: () => boolean, timings = TIMINGS): () => void {
  let heardAt = performance.now();
  let askedAt = 0;
  const hear = () => (heardAt = performance.now());
  client.on('packetreceive', hear);
  client.on('connect', hear);
  const ask = (now: number) => {
    askedAt = now;
    client.sendPing();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    if (!client.connected) heardAt = now;
    else if (isHeld()) {
      heardAt = now;
      if (now - askedAt >= timings.tellMs) ask(now);
    } else if (now - heardAt >= timings.endMs) client.stream.destroy(new Error('The broker does not answer any more.'));
    else if (now - heardAt >= timings.askMs && now - askedAt >= timings.askMs) ask(now);
  }, timings.lookMs).unref();
  return () => clearInterval(timer);
}
