import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const RequiredFiles = z.object({ config: z.looseObject({ distDir: z.string() }) });

/**
 * The configuration that the build wrote, so that a start need not compile `next.config.ts` again (a quarter to half a
 * second each time, and 100 MB for the compiler). undefined without such a file, or with one of another folder: Next
 * then compiles it.
 * @param distDir folder of the built pages @returns JSON
 */
export function builtConfig(distDir: string): string | undefined {
  try {
    const { config } = RequiredFiles.parse(
      JSON.parse(readFileSync(resolve(distDir, 'required-server-files.json'), 'utf8')),
    );
    return config.distDir === distDir ? JSON.stringify(config) : undefined;
  } catch {
    return undefined;
  }
}
