import { rmSync } from 'node:fs';
import { ROOT } from './root.mjs';

/** `server-only` throws outside Next on purpose; our own programs do not need it. */
const serverOnlyIsNothing = {
  name: 'server-only',
  setup(build) {
    build.onResolve({ filter: /^server-only$/ }, () => ({ path: 'server-only', namespace: 'nothing' }));
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
  },
};

/**
 * Bundles TypeScript programs like the product's own: one file each, without packages.
 * @param {string} outDir absolute @param {Record<string, string>} entryPoints name → absolute path
 */
export async function bundleInto(outDir, entryPoints) {
  const { build } = await import('esbuild');
  rmSync(outDir, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': ROOT },
    sourcemap: 'linked',
    logLevel: 'silent',
    plugins: [serverOnlyIsNothing],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
}
