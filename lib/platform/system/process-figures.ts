import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config';
import { buildVersion } from './build-version';
import { gauge } from './metrics';

/** What every process of ours shows of itself on the metrics page: its build and its disk; `lib/platform/db/pool-figures.ts` its connections. */

function portalVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

export interface Disk {
  readonly free: number;
  readonly size: number;
}

/** Of the disk that holds DATA_DIR, bytes that this account may still use; undefined: the folder is not there. */
export async function dataDisk(): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(config().dataDir);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

export function showProcess(): void {
  const build = `${portalVersion()} ${buildVersion()}`;
  gauge('portal_build_info', 'Version and build of this process; always 1', () => [[1, build]], 'build');
  gauge(
    'portal_data_bytes',
    'The disk that holds DATA_DIR',
    async () => {
      const disk = await dataDisk();
      return disk
        ? [
            [disk.free, 'free'],
            [disk.size - disk.free, 'used'],
          ]
        : [];
    },
    'state',
  );
}
