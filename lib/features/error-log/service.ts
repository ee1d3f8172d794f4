import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { mask } from '@/lib/platform/audit/access-log';
import { AppError } from '@/lib/platform/contract/errors';
import { page } from '@/lib/platform/contract/schemas';
import { withoutSecrets } from '@/lib/platform/secrets/secrets';
import { serve } from '@/lib/platform/contract/serve';
import { ErrorLogRow, queryErrorLog, saveErrorLog } from './contract';

/** A page that fails in a loop must not fill the table: limit per address and minute (api.md §1.9). */
const A_MINUTE = 30;
let limiter = new RateLimiterMemory({ keyPrefix: 'error-log', points: A_MINUTE, duration: 60 });

/** Clears the counts of this process, for tests. */
export function resetErrorLimits(): void {
  limiter = new RateLimiterMemory({ keyPrefix: 'error-log', points: A_MINUTE, duration: 60 });
}

async function takeReport(ip: string): Promise<void> {
  try {
    await limiter.consume(ip);
  } catch (error) {
    if (error instanceof RateLimiterRes)
      throw new AppError('rate_limited', { headers: { 'Retry-After': String(Math.ceil(error.msBeforeNext / 1000)) } });
    throw error;
  }
}

export const services = [
  serve(saveErrorLog, async ({ actor, ip, userAgent }, { at: _at, ...report }) => {
    await takeReport(ip);
    const safe = (text: string | null) =>
      text === null ? null : withoutSecrets(text).toWellFormed().replaceAll('\0', '\ufffd');
    await db().errorLog.create({
      data: {
        level: report.level,
        message: safe(report.message) ?? '',
        stack: safe(report.stack),
        route: safe(report.route),
        username: actor?.username ?? null,
        userAgent: report.userAgent ?? (String(mask(userAgent)).slice(0, 300) || null),
        version: report.version,
      },
    });
    return null;
  }),

  serve(queryErrorLog, async (_context, { level, username, key, ...query }) => {
    const createDate = dayRange(query);
    const where: Prisma.ErrorLogWhereInput = {
      AND: [
        ...(level ? [{ level }] : []),
        ...(username ? [{ username }] : []),
        ...(createDate ? [{ createDate }] : []),
        ...(key ? [{ OR: [{ message: containsText(key) }, { route: containsText(key) }] }] : []),
      ],
    };
    const direction = query.sortField ? query.sortOrder : 'desc';
    const [total, rows] = await Promise.all([
      db().errorLog.count({ where }),
      db().errorLog.findMany({
        where,
        orderBy: [{ [query.sortField ?? 'createDate']: direction }, { id: direction }],
        skip: (query.pageIndex - 1) * query.pageSize,
        take: query.pageSize,
      }),
    ]);
    return page(
      rows.map((row) => ErrorLogRow.parse({ ...row, id: String(row.id), createDate: formatDateTime(row.createDate) })),
      total,
      query,
    );
  }),
];
