import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseCsv } from '@/lib/platform/files/csv';

/** Workbooks as LibreOffice reads them. */

/** Is `soffice` on the PATH (Debian: libreoffice-calc-nogui)? */
export const hasOffice = spawnSync('soffice', ['--version']).status === 0;

const LONGEST_MS = 600_000;
/** Commas, quotes, UTF-8 from the first line on; every cell with its value, not as its format shows it. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

/** The rows of the first sheets of these files, in their order; all in one folder, which gets LibreOffice's own files too. */
export function rowsByOffice(files: readonly string[]): (readonly string[])[][] {
  const folder = dirname(files[0] ?? '');
  execFileSync(
    'soffice',
    [`-env:UserInstallation=file://${folder}/office`, '--headless', '--convert-to', CSV, '--outdir', folder, ...files],
    { stdio: 'ignore', timeout: LONGEST_MS },
  );
  return files.map((file) =>
    parseCsv(readFileSync(join(folder, `${basename(file, '.xlsx')}.csv`), 'utf8')).map(({ cells }) => cells),
  );
}
