// Read by the Prisma command line only (`prisma migrate deploy`, `prisma studio`); the product
// itself connects through lib/platform/db/client.ts.
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_SESSION_URL ?? process.env.DATABASE_URL ?? 'postgresql://localhost/portal' },
});
