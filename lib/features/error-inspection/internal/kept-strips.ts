import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { isStripOver, proposalOf, stripOf, stripSpan } from '../strip';
import type { Episode, StoredStrip } from '../strip';

/**
 * Strips are built from the traces, which are deleted after 30 days. So the strips of faults that are over are stored
 * with the faults (readings 75).
 */

const BUCKET_MS = 5 * 60_000;
/** How far before its span the traces are searched for the values known at its start. */
const BEFORE_MS = 2 * BUCKET_MS;
const TRACE_DAYS_MS = 30 * 86_400_000;
const AT_ONCE = 200;

/** Builds the strip of an episode from the traces; null when nothing is stored. */
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
 * Stores the strips of episodes that ended at least ten minutes ago, and the judgement that they suggest. A missing
 * strip is searched again as long as its traces can still exist.
 * @returns how many were stored
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
      // An empty strip says that the search is done.
      data: {
        strip: (strip ?? { fromMs: 0, untilMs: 0, entries: [] }) as unknown as Prisma.InputJsonObject,
        proposedResult,
      },
    });
    kept += 1;
  }
  return kept;
}
