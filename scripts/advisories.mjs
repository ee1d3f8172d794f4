// `npm run advisories`: what is known against the packages that are used, without a network, from advisories.json; it says how old
// that is. Ends with 1 where something grave is shipped, or the report is too old. `npm run advisories -- --take` asks the registry
// anew and writes the file; `-- FILE` takes another place for it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { advisoriesOf, judge, MOST_DAYS } from './lib/advisories.mjs';
import { Problem, sentenceOf } from './lib/problem.mjs';
import { inRoot, ROOT } from './lib/root.mjs';

/** @throws {Problem} when the registry gives no advisories */
function take() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  try {
    return { takenAt: new Date().toISOString(), advisories: advisoriesOf(JSON.parse(stdout)) };
  } catch (error) {
    throw new Problem('The registry gives no advisories; take the report where it does.', { cause: error });
  }
}

try {
  const args = process.argv.slice(2);
  const file = resolve(args.find((arg) => !arg.startsWith('--')) ?? inRoot('advisories.json'));
  if (args.includes('--take')) writeFileSync(file, `${JSON.stringify(take(), null, 2)}\n`);
  if (!existsSync(file))
    throw new Problem(`There is no ${file}; \`npm run advisories -- --take\` writes it where there is a network.`);
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const { days, isOld, found } = judge(JSON.parse(readFileSync(file, 'utf8')), packages, new Date());
  for (const { name, version, severity, title, url, isShipped } of found)
    process.stdout.write(`${severity} ${name} ${version}${isShipped ? '' : ' (not shipped)'}: ${title} ${url}\n`);
  process.stdout.write(
    `${found.length} advisories for what is used; the report is ${days} days old${isOld ? `, more than ${MOST_DAYS}: it says nothing of what came since` : ''}.\n`,
  );
  process.exitCode = isOld || found.some(({ isGrave }) => isGrave) ? 1 : 0;
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
