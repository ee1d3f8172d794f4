// `node scripts/lay-out-image.mjs OUT`: puts what production runs into an empty folder, as deploy/Dockerfile does for the
// image. Needs a build. SOURCE_DATE_EPOCH (seconds) is the moment that every file gets.
import { layOutImage } from './lib/image-layout.mjs';
import { exitWith, Problem } from './lib/problem.mjs';
import { fromRoot } from './lib/root.mjs';
import { readSettings } from './lib/settings.mjs';

async function main() {
  const [out] = process.argv.slice(2);
  if (!out) throw new Problem('Name the folder: node scripts/lay-out-image.mjs OUT');
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || 0);
  if (!Number.isInteger(seconds) || seconds < 0) throw new Problem('SOURCE_DATE_EPOCH must be a number of seconds.');
  const { buildDir, nextDistDir } = readSettings(process.env);
  const { packages, bytes } = layOutImage({
    out: fromRoot(out),
    buildDir,
    pagesDir: fromRoot(nextDistDir),
    at: new Date(seconds * 1000),
  });
  process.stdout.write(`${packages} packages, ${(bytes / 1e6).toFixed(0)} MB in ${out}.\n`);
}

main().catch(exitWith);
