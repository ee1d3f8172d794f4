import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Files of the demo installation in DATA_DIR; all hold secrets or belong to them, so all are for the owner only. */
export function writePrivate(dataDir: string, name: string, content: unknown): void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, name === 'fleet-units.json' ? 0 : 2)}\n`, {
    mode: 0o600,
  });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

const FleetKey = z.object({ key: z.string().min(32), mqttUrl: z.string().optional() });

/** The key from which the boxes' secrets follow: made once an installation, kept when the loader runs again. */
export function fleetKey(dataDir: string): string {
  const path = join(dataDir, 'fleet.json');
  if (existsSync(path)) {
    const known = FleetKey.safeParse(parseOrNull(readFileSync(path, 'utf8')));
    if (known.success) return known.data.key;
  }
  const key = randomBytes(32).toString('base64url');
  writePrivate(dataDir, 'fleet.json', { key });
  return key;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
