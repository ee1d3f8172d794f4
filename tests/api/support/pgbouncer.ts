import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/ports';
import { kill, untilOpen } from '../scale-out/support/installation';
import { findProgram } from '../scale-out/support/programs';

/** Debian's PgBouncer before the server of a test. */
export const hasPgbouncer = findProgram('pgbouncer') !== undefined;

/**
 * In transaction mode with two connections to the server, so that those of one client change. It asks nobody for a
 * password.
 * @returns the address of the same database behind it
 */
export async function startPgbouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lift-pgbouncer-'));
  chmodSync(folder, 0o755);
  const server = new URL(databaseUrl);
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const as = `user=${server.username} password=${decodeURIComponent(server.password)}`;
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} ${as}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 2',
      'max_client_conn = 500',
    ].join('\n'),
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(findProgram('pgbouncer') ?? '', [...account, file], { stdio: 'ignore' });
  await untilOpen(port);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      await kill(child, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
