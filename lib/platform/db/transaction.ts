import type { Prisma } from '@/lib/platform/db/generated/client';

/** What runs queries: a transaction that is open, or the client itself. */
export type Transaction = Prisma.TransactionClient;
