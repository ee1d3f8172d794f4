import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { isStripOver, proposalOf, stripOf, stripSpan } from './strip';
import type { Episode, StoredStrip } from './strip';

/** Strips come from the traces, which go after 30 days; those of faults that are over are kept with them (readings 75). */

const BUCKET_MS = 5 * 60_000;
/** Traces before the span that are looked into for what was known when it began. */
const BEFORE_MS = 2 * BUCKET_MS;
const TRACE_DAYS_MS = 30 * 86_400_000;
const AT_ONCE = 200;

/** The strip of an episode from the traces; null where nothing was kept. */
export async function readStrip(episode: Episode & { equipmentNo: string }, now: number): Promise<StoredStrip | null> {
  const { from, until } = stripSpan(episode, now);
  const buckets = await db().equipmentTrace.findMany({
    where: {
      equipmentNo: episode.equipmentNo,
      bucketStart: { gte: new Date(from - BEFORE_MS), lte: new Date(until) },
    },
    orderBy: { bucketStart: 'asc' },
    select: { changes: true },
  });
  return stripOf(
    buckets.map(({ changes }) => changes),
    episode,
    now,
  );
}

/**
 * Keeps the strips of episodes that ended ten minutes ago or more, and what they propose. One that has none is looked for again as
 * long as its traces can still be there.
 * @returns how many were kept
 */
export async function keepStrips(now: number): Promise<number> {
  const over = await db().errorInspection.findMany({
    where: {
      strip: { equals: Prisma.DbNull },
      startDate: { gte: new Date(now - TRACE_DAYS_MS) },
      recoverDate: { not: null, lte: new Date(now) },
    },
    orderBy: { recoverDate: 'desc' },
    take: AT_ONCE,
    select: { errorId: true, equipmentNo: true, startDate: true, recoverDate: true, mode: true },
  });
  let kept = 0;
  for (const { errorId, ...episode } of over.filter((one) => isStripOver(one, now))) {
    const strip = await readStrip(episode, now);
    const proposedResult = proposalOf(strip, episode, now);
    await db().errorInspection.update({
      where: { errorId },
      // An empty one says that it was looked for.
      data: {
        strip: (strip ?? { fromMs: 0, untilMs: 0, entries: [] }) as unknown as Prisma.InputJsonObject,
        proposedResult,
      },
    });
    kept += 1;
  }
  return kept;
}
