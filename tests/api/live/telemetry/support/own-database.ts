import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resetConfig } from '@/lib/config';
import { closeDb } from '@/lib/platform/db/client';
import { freePort } from '../../../../support/ports';
import { kill } from '../../../scale-out/support/installation';
import { run } from '../world';

/** A PostgreSQL of the test's own, that may be killed with -9 and started again; this process reads it too meanwhile. */

const root = path.resolve(__dirname, '../../../../..');

export class OwnDatabase {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'lift-own-database-'));
  readonly #before = process.env.DATABASE_URL;
  #port = 0;
  #child: ChildProcess | undefined;
  #pid = 0;

  /** With all migrations. @returns its address */
  async create(): Promise<string> {
    chmodSync(this.#folder, 0o755);
    this.#port = await freePort();
    const url = await this.start();
    const migrate = `import { applyMigrations } from ${JSON.stringify(pathToFileURL(path.join(root, 'scripts/lib/migrate.mjs')).href)}; await applyMigrations({ databaseUrl: process.argv[1] });`;
    const { code, output } = await run(process.execPath, ['--input-type=module', '-e', migrate, url]);
    if (code !== 0) throw new Error(output);
    await closeDb();
    process.env.DATABASE_URL = url;
    resetConfig();
    return url;
  }

  async start(): Promise<string> {
    const options = { dataDir: path.join(this.#folder, 'postgres'), port: this.#port, settings: {} };
    const child = spawn(
      process.execPath,
      [path.join(root, 'tests/api/support/run-postgres.mjs'), JSON.stringify(options)],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (output.endsWith('}\n')) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
    });
    const { databaseUrl, pid } = JSON.parse(output) as { databaseUrl: string; pid: number };
    [this.#child, this.#pid] = [child, pid];
    return databaseUrl;
  }

  /** -9, as a machine that loses its power. */
  async kill(): Promise<void> {
    process.kill(this.#pid, 'SIGKILL');
    if (this.#child) await kill(this.#child, 'SIGTERM');
  }

  /** Ends it, and this process reads the database of before. */
  async remove(): Promise<void> {
    await closeDb();
    if (this.#child) {
      const closed = once(this.#child, 'close');
      this.#child.kill('SIGTERM');
      await closed;
    }
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.#before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = this.#before;
    resetConfig();
  }
}
