import type { MqttClient } from 'mqtt';
import type { Listener } from './listener';
import { quantile, sleep } from './measure';
import { boxNo, unitNo } from './world';

/** The way from a box's publish to a browser's socket. */

/** Over all rounds: a value that is the same as before is no change. */
let step = 0;

/** One message a second and box for so many seconds. @returns the 95th percentile of the way, ms */
export async function wayOf(boxes: readonly MqttClient[], listener: Listener, seconds: number): Promise<number> {
  const sent = new Map<string, number>();
  const took: number[] = [];
  listener.onMessage = (message) => {
    const { equipmentNo, status } = message as {
      equipmentNo: string;
      status?: { speed?: { at?: number; value: number } };
    };
    const key = `${equipmentNo} ${status?.speed?.value}`;
    const from = sent.get(key);
    if (from === undefined) return;
    took.push(performance.now() - from);
    sent.delete(key);
  };
  const timers = boxes.map((box, index) => {
    const send = () => {
      step += 1;
      const at = Date.now();
      const value = ((step * 7 + index) % 400) * 10;
      sent.set(`${unitNo(index)} ${value}`, performance.now());
      box.publish(
        `lift/v1/${boxNo(index)}/status`,
        JSON.stringify({
          v: 1,
          equipmentNo: unitNo(index),
          at,
          status: { speed: { value }, position: { value: '3', physicalvalue: 3 } },
        }),
        { qos: 1 },
      );
    };
    // Phases that are no multiple of each other: boxes do not speak in chorus.
    const start = setTimeout(
      () => {
        timers[index] = setInterval(send, 1000);
      },
      (index * 617) % 1000,
    );
    return start as NodeJS.Timeout;
  });
  await sleep(seconds * 1000);
  for (const timer of timers) clearInterval(timer);
  await sleep(500);
  listener.onMessage = undefined;
  if (sent.size > 0 || took.length === 0)
    throw new Error(`${sent.size} of ${sent.size + took.length} messages did not arrive`);
  return quantile(took, 0.95);
}
