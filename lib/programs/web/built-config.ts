import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Where Next's own standalone server puts the built configuration; with it nothing is compiled at a start. */
const BUILT_CONFIG = '__NEXT_PRIVATE_STANDALONE_CONFIG';

const RequiredFiles = z.object({ config: z.looseObject({ distDir: z.string() }) });

/**
 * Gives Next the configuration that the build wrote down, so that it need not compile `next.config.ts` again (a quarter to
 * half a second of every start). Without such a file, or with one of another folder, Next does as ever.
 * @returns whether it was given
 */
export function giveBuiltConfig(distDir: string, env: Record<string, string | undefined> = process.env): boolean {
  try {
    const { config } = RequiredFiles.parse(
      JSON.parse(readFileSync(resolve(distDir, 'required-server-files.json'), 'utf8')),
    );
    if (config.distDir !== distDir) return false;
    env[BUILT_CONFIG] = JSON.stringify(config);
    return true;
  } catch {
    return false;
  }
}
