import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../support/ports';
import { kill } from '../../../scale-out/support/installation';

/** The web process of a portal whose sources have no middleware.ts: built from a copy, on a port of its own. */

const ROOT = path.resolve(__dirname, '../../../../..');
const SOURCES = [
  'app',
  'components',
  'lib',
  'messages',
  'next.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Not below the repository: the build looks for a middleware in every folder above as well. Packages are linked where that can be done. */
function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'without-middleware-'));
  for (const name of SOURCES) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  const packages = [path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')] as const;
  if (spawnSync('cp', ['-al', ...packages]).status !== 0) {
    rmSync(packages[1], { recursive: true, force: true });
    cpSync(...packages, { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}

export interface Portal {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds it (minutes) and starts it on this process's database and settings.
 * @param settle sets what depends on the address, before the program gets the settings
 */
export async function startWithoutMiddleware(settle: (url: string) => void): Promise<Portal> {
  const copy = copySources();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  settle(url);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_DIST_DIR: '.next',
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_SCALE: '10000',
    LOG_LEVEL: 'info',
  } as const;
  const build = spawnSync(process.execPath, [path.join(copy, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`it could not be built: ${build.stdout}${build.stderr}`);

  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/programs/web/main.ts'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('web process is up')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the web process ended with ${code}: ${output}`)));
  });
  return {
    url,
    async stop() {
      await kill(child, 'SIGTERM');
      rmSync(copy, { recursive: true, force: true });
    },
  };
}
