import type { DetectorContext } from '@/lib/live/detector/active-rules';
import { step } from '@/lib/live/detector/step';
import type { DetectedUnit, DetectorEffect, DetectorInput, DetectorState } from '@/lib/live/detector/state';
import type { StatusMerge } from './merge';
import type { UnitRow } from './store';

/** The inputs of the symptom rules for one unit in one batch, and their result (silent-screens F2). */

/** Keys that no rule reads by themselves. Position and speed count only where they are impossible. */
const QUIET: ReadonlySet<string> = new Set([
  'position',
  'direction',
  'speed',
  'controlmode',
  'drivemode',
  'temperature',
  'power',
  'controllerversion',
  'connected',
]);
/** No rule reacts to a smaller drift. */
const SMALL_DRIFT_SEC = 30;

type DetectionMoment = Pick<
  DetectorInput,
  'at' | 'before' | 'live' | 'event' | 'hasConnected' | 'isPro' | 'hasReset' | 'driftSec'
> & { readonly isTrapped: boolean; readonly connection: UnitRow['connection'] };

interface DetectionOutcome {
  readonly state: DetectorState;
  /** Epoch ms; null: no rule waits for time. */
  readonly dueAt: number | null;
  readonly effects: readonly DetectorEffect[];
}

const unitOf = ({ equipmentNo, displayType, productLine, totalFloors, ratedSpeed }: UnitRow): DetectedUnit => ({
  equipmentNo,
  displayType,
  productLine,
  totalFloors,
  ratedSpeed,
});

export class UnitDetection {
  readonly #moments: DetectionMoment[] = [];

  /** A message was merged. @param at of the message; what changed has times of its own */
  merged(
    row: UnitRow,
    before: UnitRow['live'],
    { changed, forgotten }: Pick<StatusMerge, 'changed' | 'forgotten'>,
    at: number,
    hasTrappedChanged: boolean,
  ): void {
    if (changed.length + forgotten.length === 0 && !hasTrappedChanged) return;
    const isLoud = [...changed, ...forgotten].some((key) => !QUIET.has(key));
    if (!isLoud && !hasTrappedChanged && !isOdd(row)) return;
    const latest = changed.length > 0 ? Math.max(...changed.map((key) => row.live[key]?.at ?? at)) : at;
    this.#note(row, { at: latest, before });
  }

  event(row: UnitRow, event: NonNullable<DetectorInput['event']>, at: number): void {
    this.#note(row, { at, event });
  }

  link(row: UnitRow, { at, isPro, isNew }: { at: number; isPro: boolean; isNew: boolean }): void {
    if (isPro || isNew) this.#note(row, { at, isPro, ...(isNew ? { hasConnected: true } : {}) });
  }

  reset(row: UnitRow, at: number): void {
    this.#note(row, { at, hasReset: true });
  }

  drift(row: UnitRow, at: number, driftSec: number): void {
    const known = row.detector.memory?.driftSec;
    const isSmall = (sec: number) => Math.abs(sec) <= SMALL_DRIFT_SEC;
    if (!isSmall(driftSec) || (known !== undefined && !isSmall(known))) this.#note(row, { at, driftSec });
  }

  #note(row: UnitRow, told: Partial<DetectionMoment> & { at: number }): void {
    this.#moments.push({
      before: row.live,
      live: row.live,
      isTrapped: row.entrapmentStatus === 1,
      connection: row.connection,
      ...told,
    });
  }

  /** Judges the inputs in their order; undefined when there were none. @param now of the batch */
  run(row: UnitRow, wasOnline: number, now: number, context: DetectorContext): DetectionOutcome | undefined {
    if (row.onlineStatus !== wasOnline) this.#note(row, { at: now });
    if (this.#moments.length === 0) return undefined;
    const unit = unitOf(row);
    const isServiced = context.isServiced(row.equipmentNo);
    let state = row.detector;
    let dueAt: number | undefined;
    const effects: DetectorEffect[] = [];
    for (const moment of this.#moments) {
      const { onlineStatus } = row;
      const stepped = step(unit, state, { kind: 'message', seenAt: now, isServiced, onlineStatus, ...moment }, context);
      ({ state, dueAt } = stepped);
      effects.push(...stepped.effects);
    }
    // A check that is too early costs less than moving the index entry with every door movement.
    const held = row.detectorDue;
    return { state, dueAt: held !== null && (dueAt === undefined || held <= dueAt) ? held : (dueAt ?? null), effects };
  }
}

/** A floor or speed that rule F03 reports, or that it reported last time. */
function isOdd({ live, detector, totalFloors }: UnitRow): boolean {
  if (detector.rules?.F03) return true;
  const floor = live.position?.physicalvalue;
  if (floor !== undefined && totalFloors !== null && (floor < 1 || floor > totalFloors)) return true;
  return live.door?.value === 'Opened' && typeof live.speed?.value === 'number' && live.speed.value > 0;
}

/** A check by the clock alone, or by a person who watches. @param now epoch ms */
export function lookAt(
  row: UnitRow,
  now: number,
  context: DetectorContext,
  word: Pick<DetectorInput, 'isSuspected'> = {},
): DetectionOutcome {
  const { live, onlineStatus, connection } = row;
  const { state, dueAt, effects } = step(
    unitOf(row),
    row.detector,
    {
      kind: 'tick',
      at: now,
      seenAt: now,
      before: live,
      live,
      onlineStatus,
      isTrapped: row.entrapmentStatus === 1,
      connection,
      isServiced: context.isServiced(row.equipmentNo),
      ...word,
    },
    context,
  );
  return { state, effects, dueAt: dueAt ?? null };
}
