import type { Entrapment } from './entrapment';

/**
 * When an entrapment begins as far as clocks and notifications hang on it (readings 248, 285). What is shown, and how long
 * persons were trapped, stays what was said.
 */

type ReportedStart = Pick<Entrapment, 'startAt' | 'startSource' | 'createDate'>;

/** @param releases of the earlier entrapments, as people were told of them @param answers to the call-out */
interface EarlierMoments {
  readonly releases?: readonly Pick<Entrapment, 'releaseToldDate'>[];
  readonly answers?: readonly Date[];
}

/**
 * The start that was said. Where it cannot be true it is when the portal learned of it: a box's clock may be ahead; or it
 * is slow, and others were released, or the call-out was answered, between its start and the moment when anybody knew.
 */
export function beginOf(
  { startAt, startSource, createDate }: ReportedStart,
  { releases = [], answers = [] }: EarlierMoments,
): Date {
  if (createDate < startAt) return createDate;
  // People and files know when it was. Of a unit one is open at most: earlier ones were released before this one was known.
  const isOfOthers =
    startSource === 'box' &&
    (releases.some(({ releaseToldDate }) => releaseToldDate === null || releaseToldDate >= startAt) ||
      answers.some((at) => at >= startAt && at < createDate));
  return isOfOthers ? createDate : startAt;
}
