import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@/lib/config';

let version: string | undefined;

/** Enough to tell builds apart; every page carries it. */
const LENGTH = 8;

/** Which build of the pages this process serves: the beginning of Next's `BUILD_ID`; `development` where there is none. */
export function buildVersion(): string {
  version ??= read();
  return version;
}

function read(): string {
  try {
    return readFileSync(join(config().nextDistDir, 'BUILD_ID'), 'utf8').trim().slice(0, LENGTH);
  } catch {
    return 'development';
  }
}
