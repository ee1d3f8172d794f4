import { followEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { hasOwnDispatch } from '@/lib/features/callbacks/internal/create';
import { ENTRAPMENT_RULES, TRAPPED_RULE } from '@/lib/live/units/entrapment-rules';
import { db } from '@/lib/platform/db/client';
import { mayPass } from '@/lib/platform/db/failure';
import type { DetectorEffect, Prisma } from '@/lib/platform/db/generated/client';
import { logger } from '@/lib/platform/system/log';
import { findRule } from '../catalogue';
import { actOnFinding, DETECTOR_UNIT } from './act-on-finding';

/**
 * What the rules found and nobody has acted on yet, the trapped persons first. Acting on a finding and taking it away is one
 * transaction, so that it happens once however often a process dies in between (readings 78, 126, 283, 285).
 */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
const AGAIN_MS = [1000, 5000, 30_000, 300_000];
/** What can never be done must not be tried for ever, nor keep what was found after it waiting; it is in the log. */
const MOST_TRIES = 20;

/** A group of rules, whose findings of one unit are acted on in their order; what fails keeps no other group waiting. */
type RuleGroup = readonly string[];
/** Each rule that finds trapped persons, with the one that goes along with it (readings 241). */
const ENTRAPMENT_GROUPS: readonly RuleGroup[] = ENTRAPMENT_RULES.map((id) => {
  const companion = findRule(id)?.companion;
  return companion === undefined ? [id] : [id, companion];
});
/** In which order they are acted on: what a box says of trapped persons, what a rule suspects of them, and all else. */
const SAID: Prisma.DetectorEffectWhereInput = { rule: TRAPPED_RULE };
const SUSPECTED: Prisma.DetectorEffectWhereInput = {
  rule: { in: ENTRAPMENT_GROUPS.flat().filter((rule) => rule !== TRAPPED_RULE) },
};
const ALL_ELSE: Prisma.DetectorEffectWhereInput = { rule: { notIn: ENTRAPMENT_GROUPS.flat() } };

/** What waits for one unit, of one group. */
interface Waiting {
  readonly equipmentNo: string;
  readonly which: Prisma.DetectorEffectWhereInput;
}

/** Acting on this finding failed, and so all that was done for its unit with it. */
class FindingError extends Error {
  constructor(
    readonly finding: DetectorEffect,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** More findings of a unit wait for the next transaction: one must not take too long. */
const MOST_AT_ONCE = 50;

/** What waits for one unit, in its order. */
async function actOnUnit({ equipmentNo, which }: Waiting, now: Date, isDispatchOwn: boolean): Promise<void> {
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
    const unit = await sql.equipment.findUnique({ where: { equipmentNo }, select: DETECTOR_UNIT });
    const effects = await sql.detectorEffect.findMany({
      where: { equipmentNo, ...which },
      orderBy: { id: 'asc' },
      take: MOST_AT_ONCE,
    });
    const [first] = effects;
    if (first && first.nextAt > now) {
      // What failed is tried again first: an end must not pass its beginning.
      await sql.detectorEffect.updateMany({ where: { equipmentNo, ...which }, data: { nextAt: first.nextAt } });
      return;
    }
    // One that failed goes alone: it may take too long for many.
    const some = first && first.tries > 0 ? [first] : effects;
    for (const effect of some) {
      if (!unit) break;
      await actOnFinding({ sql, unit, now, isDispatchOwn }, effect).catch((error: unknown) => {
        throw mayPass(error) ? error : new FindingError(effect, error);
      });
    }
    await sql.detectorEffect.deleteMany({ where: { id: { in: some.map(({ id }) => id) } } });
  }, WAITS);
}

const waitMsAfter = (tries: number) => AGAIN_MS[Math.min(tries, AGAIN_MS.length) - 1] ?? 0;
/** The longest wait for what fails on no finding in particular, ms. */
const MOST_AGAIN_MS = 30_000;

/** All of them wait, so that their order stays. */
async function postpone({ equipmentNo, which }: Waiting, now: Date, waitMs: number): Promise<void> {
  await db().detectorEffect.updateMany({
    where: { equipmentNo, ...which },
    data: { nextAt: new Date(now.getTime() + waitMs) },
  });
}

/** Tried again with all that waits beside it, or given up alone: then the others are due at once. */
async function failFinding({ finding, message, cause }: FindingError, waiting: Waiting, now: Date): Promise<void> {
  const { id, equipmentNo, rule, kind } = finding;
  const tries = finding.tries + 1;
  const one = { err: cause, equipmentNo, rule, kind };
  if (tries > MOST_TRIES) {
    logger('detector').error(one, 'given up what a rule found, acting on it failed each time');
    await db().detectorEffect.deleteMany({ where: { id } });
    return;
  }
  logger('detector').error(one, 'not acted on what a rule found, will try again');
  await db().detectorEffect.updateMany({ where: { id }, data: { tries, error: message.slice(0, 500) } });
  await postpone(waiting, now, waitMsAfter(tries));
}

/** Where it failed on none of them, as without a connection, none is given up for it. */
async function failUnit(waiting: Waiting, now: Date, error: unknown): Promise<void> {
  if (error instanceof FindingError) return failFinding(error, waiting, now);
  const { equipmentNo, which } = waiting;
  logger('detector').error({ err: error, equipmentNo }, 'not acted on what the rules found, will try again');
  const first = await db().detectorEffect.findFirst({ where: { equipmentNo, ...which }, orderBy: { id: 'asc' } });
  if (!first) return;
  const tries = first.tries + 1;
  await db().detectorEffect.updateMany({ where: { id: first.id }, data: { tries } });
  await postpone(waiting, now, Math.min(waitMsAfter(tries), MOST_AGAIN_MS));
}

/** Findings that are looked at together. */
const FINDINGS_A_ROUND = 200;
/** Units of one kind, before it is asked again whether somebody is trapped. */
const UNITS_A_ROUND = 20;

/**
 * Acts on some of what is due, in this order: trapped persons of whom boxes tell, with their texts; suspicions of such; all
 * else. Where a district has lost its power, nobody waits behind hundreds of other units.
 * @returns whether more may be due: whoever calls it calls again then, with a new moment
 */
export async function actOnFindings(now: Date): Promise<boolean> {
  const said = await actOnSome(SAID, now);
  await followEntrapments(now.getTime());
  const suspected = await actOnSome(SUSPECTED, now);
  const others = await actOnSome(ALL_ELSE, now);
  return said || suspected || others;
}

/** The units of the oldest ones that are due. What fails waits and is tried again; the others do not wait for it. @returns whether there were any */
async function actOnSome(which: Prisma.DetectorEffectWhereInput, now: Date): Promise<boolean> {
  const due = await db().detectorEffect.findMany({
    where: { nextAt: { lte: now }, ...which },
    orderBy: { id: 'asc' },
    take: FINDINGS_A_ROUND,
    select: { equipmentNo: true, rule: true },
  });
  if (due.length === 0) return false;
  const units = new Map<string, Waiting>();
  for (const { equipmentNo, rule } of due) {
    const group = ENTRAPMENT_GROUPS.find((each) => each.includes(rule));
    units.set(`${group?.join() ?? ''} ${equipmentNo}`, {
      equipmentNo,
      which: group ? { rule: { in: [...group] } } : ALL_ELSE,
    });
  }
  const isDispatchOwn = await hasOwnDispatch();
  for (const waiting of [...units.values()].slice(0, UNITS_A_ROUND)) {
    try {
      await actOnUnit(waiting, now, isDispatchOwn);
    } catch (error) {
      await failUnit(waiting, now, error);
    }
  }
  return true;
}
