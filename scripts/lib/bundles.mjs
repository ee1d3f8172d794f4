import { existsSync, mkdirSync } from 'node:fs';
import { ROOT, inRoot } from './root.mjs';

/** Programs outside Next, each bundled into one file of BUILD_DIR. */
export const PROGRAMS = [
  { name: 'web', entry: 'lib/programs/web/main.ts' },
  { name: 'gateway', entry: 'lib/programs/gateway/main.ts' },
  { name: 'paper', entry: 'lib/programs/paper/main.ts' },
  { name: 'fleet', entry: 'lib/programs/simulator/main.ts' },
  { name: 'demo', entry: 'prisma/demo/main.ts' },
  { name: 'admin-create', entry: 'lib/programs/admin/main.ts' },
  { name: 'partner-create', entry: 'lib/programs/admin/partner-main.ts' },
  { name: 'import', entry: 'lib/programs/admin/import-main.ts' },
  { name: 'sms-outbox', entry: 'lib/programs/admin/outbox-main.ts' },
  { name: 'doctor', entry: 'lib/programs/admin/doctor-main.ts' },
  { name: 'sign-in-policy', entry: 'lib/programs/admin/policy-main.ts' },
  { name: 'files-move', entry: 'lib/programs/admin/files-main.ts' },
  { name: 'file-store', entry: 'lib/programs/admin/file-store-main.ts' },
];

/** `server-only` throws outside Next on purpose; our own processes do not need it. */
const serverOnlyIsNothing = {
  name: 'server-only',
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, () => ({ path: 'server-only', namespace: 'nothing' }));
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
  },
};

/** Node is stricter than bundlers: `next/server` has no exports map, so an ES module must name `next/server.js`. */
const nextFilesByName = {
  name: 'next-files',
  setup(build) {
    build.onResolve({ filter: /^next\/[a-z-]+$/ }, ({ path }) =>
      existsSync(inRoot('node_modules', `${path}.js`)) ? { path: `${path}.js`, external: true } : undefined,
    );
  },
};

/**
 * Bundles the programs with esbuild; packages stay in node_modules.
 * @param {{ outDir: string, only?: string[] }} options outDir: absolute; only: names of PROGRAMS
 * @returns {Promise<string[]>} names of the programs built
 * @throws {Error} with esbuild's report when a source does not compile
 */
export async function bundlePrograms({ outDir, only }) {
  const { build } = await import('esbuild');
  const programs = PROGRAMS.filter(({ name, entry }) => (only ? only.includes(name) : existsSync(inRoot(entry))));
  if (programs.length === 0) return [];
  mkdirSync(outDir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(programs.map(({ name, entry }) => [name, entry])),
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': ROOT },
    sourcemap: 'linked',
    // A process keeps its source in memory: half of it is space and comments, and one letter of these beyond Latin-1 would
    // double the whole. Places in errors are found by the source map.
    minifyWhitespace: true,
    // Node prints the whole line in which a process ended.
    lineLimit: 200,
    logLevel: 'silent',
    loader: { '.sql': 'text' },
    plugins: [serverOnlyIsNothing, nextFilesByName],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS-minded code asks for `require`; an ES module has none of its own.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return programs.map(({ name }) => name);
}
