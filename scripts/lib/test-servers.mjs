// The servers that the tests of a portal on several machines stand on: Debian's packages.
import { delimiter } from 'node:path';
import { install, isOurs, onPath } from './browser.mjs';

const SERVERS = ['redis-server', 'mosquitto', 'pgbouncer'];
/** Where Debian puts servers; not on everybody's PATH. */
const FOLDERS = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** In CI what is missing is installed before the tests, several of which would want it at the same time. */
export function seeToServers(say) {
  const missing = SERVERS.filter((name) => !onPath([name], FOLDERS));
  if (missing.length === 0 || process.env.CI !== 'true' || !isOurs()) return;
  const trouble = install(missing, say);
  if (trouble !== undefined) say(`${missing.join(' and ')} could not be installed: ${trouble}`);
}
