import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { config } from '@/lib/config';
import { failStart, onShutdown } from '@/lib/platform/system/lifecycle';
import { Fleet } from './fleet';
import { FleetMemory } from './memory';
import { DemoScreens } from './screens';
import { FleetFile } from './unit';

/**
 * The demo fleet's program (`dist/fleet.mjs`). Reads DATA_DIR/fleet.json (key, optional broker) and
 * DATA_DIR/fleet-units.json, both written with the demo data, and speaks MQTT until it is stopped.
 */
const Credentials = z.object({ key: z.string().min(32), mqttUrl: z.string().optional() });

const STOP_MS = 3000;

function read<T>(path: string, shape: z.ZodType<T>): T {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(
      `${path} is not there; the demo fleet needs the demo data (npm start loads them into an empty embedded database).`,
    );
  }
  const parsed = shape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} is damaged: ${parsed.error.issues[0]?.message ?? 'unreadable'}.`);
  return parsed.data;
}

try {
  const { dataDir, demo, mqtt, port } = config();
  const credentials = read(join(dataDir, 'fleet.json'), Credentials);
  const log = (line: string) => void process.stdout.write(`fleet: ${line}\n`);
  const file = read(join(dataDir, 'fleet-units.json'), FleetFile);
  const fleet = new Fleet({
    file,
    key: credentials.key,
    url: credentials.mqttUrl ?? mqtt.url ?? `${mqtt.tlsCert ? 'mqtts' : 'mqtt'}://${mqtt.host}:${mqtt.port}`,
    moving: demo.fleet,
    memory: new FleetMemory(dataDir),
    log,
  });
  const screens = new DemoScreens({
    numbers: file.screens,
    key: credentials.key,
    url: `http://127.0.0.1:${port}`,
    log,
  });
  onShutdown(() => {
    screens.stop();
    return fleet.stop();
  }, STOP_MS);
  fleet.start();
  screens.start();
} catch (error) {
  failStart(error);
}
