import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The servers that a scaled-out portal stands on, from Debian's packages. */

/** Where Debian puts servers; not on everybody's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

export function findProgram(program: string): string | undefined {
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
 * Paths of the programs; in CI `npm test` installs them before the tests.
 * @throws one sentence how to get them
 */
export function requirePrograms<P extends 'redis-server' | 'mosquitto'>(...programs: P[]): Record<P, string> {
  const missing = programs.filter((program) => !findProgram(program));
  if (missing.length > 0) {
    const how = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    throw new Error(`The test needs ${missing.join(' and ')}: on Debian or Ubuntu run "sudo ${how}".`);
  }
  return Object.fromEntries(programs.map((program) => [program, findProgram(program)])) as Record<P, string>;
}
