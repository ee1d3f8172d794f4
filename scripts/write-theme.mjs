// Writes the variables of the component library's theme as a style sheet: `node scripts/write-theme.mjs` after a colour or
// a size of components/kit/theme changed. In a file of the build they are sent once, not with every page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, inRoot } from './lib/root.mjs';

const OUTPUT = 'components/kit/theme/mui-variables.css';

const { build } = await import('esbuild');
// Below the project, so that packages are found.
const folder = mkdtempSync(inRoot('.theme-'));
try {
  const outfile = join(folder, 'theme.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['components/kit/theme/variables-sheet.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '@': ROOT },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  const { variablesSheet } = await import(pathToFileURL(outfile).href);
  writeFileSync(inRoot(OUTPUT), variablesSheet());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
