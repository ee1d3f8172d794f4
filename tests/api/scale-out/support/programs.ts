import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The servers that a scaled-out portal stands on, from Debian's packages. */

/** Where Debian puts servers; not on everybody's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

function find(program: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, program)).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Paths of the programs. In CI as root, missing ones are installed.
 * @throws one sentence how to get them
 */
export function requirePrograms<P extends 'redis-server' | 'mosquitto'>(...programs: P[]): Record<P, string> {
  const missing = programs.filter((program) => !find(program));
  if (missing.length > 0) {
    const how = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    const mayInstall = process.env.CI === 'true' && process.getuid?.() === 0 && find('apt-get') !== undefined;
    if (!mayInstall)
      throw new Error(`The scale-out test needs ${missing.join(' and ')}: on Debian or Ubuntu run "sudo ${how}".`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env });
    const { status, stderr } = spawnSync('apt-get', how.split(' ').slice(1), { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`"${how}" failed: ${stderr.trim().split('\n').at(-1)}`);
  }
  return Object.fromEntries(programs.map((program) => [program, find(program)])) as Record<P, string>;
}
