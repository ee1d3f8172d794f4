import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@/lib/config';

let version: string | undefined;

/** Which build of the pages this process serves: `BUILD_ID` of Next; `development` where there is none. */
export function buildVersion(): string {
  version ??= read();
  return version;
}

function read(): string {
  try {
    return readFileSync(join(config().nextDistDir, 'BUILD_ID'), 'utf8').trim();
  } catch {
    return 'development';
  }
}
