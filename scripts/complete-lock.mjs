// `node scripts/complete-lock.mjs`: completes package-lock.json for platforms that the registry it was made with does
// not carry. A package with native parts lists one optional package a platform; npm leaves out of the lock file what
// it cannot fetch, and then refuses the same lock file in `npm ci`. Run it after `npm install NAME` when the test
// "the lock file" says so. `--check` only reports.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './lib/root.mjs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** "@swc/core-linux-arm-gnueabihf" → linux, arm. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-');
  const os = parts.find((part) => SYSTEMS.includes(part));
  const cpu = parts.find((part) => PROCESSORS.includes(part));
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [os] } : {}) };
}

/** Where Node would look for a package, from the place of the one that asks. */
function isIn(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '' || !folder.includes('/node_modules/'))
      return folder === '' ? false : Boolean(packages[`node_modules/${name}`]);
  }
}

/**
 * Optional packages that the lock file names but does not describe.
 * @param {Record<string, { optionalDependencies?: Record<string, string>, dev?: boolean }>} packages `packages` of the lock file
 * @returns {[string, object][]} entries to add: exact versions for platforms known from the name
 */
export function missingEntries(packages) {
  const missing = new Map();
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      if (isIn(packages, place, name) || !/^\d+\.\d+\.\d+/.test(version) || Object.keys(platform).length === 0)
        continue;
      missing.set(`node_modules/${name}`, {
        version,
        ...(platform.cpu ? { cpu: platform.cpu } : {}),
        ...(dev ? { dev: true } : {}),
        optional: true,
        ...(platform.os ? { os: platform.os } : {}),
      });
    }
  }
  return [...missing];
}

function main() {
  const file = inRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  for (const [place, { version }] of missing)
    process.stdout.write(`${place.slice('node_modules/'.length)} ${version}\n`);
  if (process.argv.includes('--check')) {
    process.exitCode = missing.length > 0 ? 1 : 0;
    return;
  }
  if (missing.length === 0) return;
  const entries = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}

if (process.argv[1]?.endsWith('complete-lock.mjs')) main();
