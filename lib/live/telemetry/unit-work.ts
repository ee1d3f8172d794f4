import { lastDataEntry } from '@/lib/live/units/age';
import { newestAt } from '@/lib/live/units/values';
import { isEntrapmentAlarm, isTrapped } from '@/lib/live/units/entrapment';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import type { LiveChange, LiveStatus } from '@/lib/live/units/live-message';
import { storedChange, type StoredChange } from '@/lib/live/units/trace';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import type { DetectorEffect } from '@/lib/live/detector/state';
import { dayNumberOf } from '@/lib/platform/i18n/shanghai';
import { DAY_COLUMNS, shownCounter } from './counter-columns';
import { mergeCounter } from './counters';
import { countCycles, markPhases, type CycleFact } from './cycles';
import { UnitHours } from './hours';
import { mergeStatus, visible, type StoredEntry } from './merge';
import type { CountersMessage, RawEntry, StatusMessage } from './payload';
import { refusal, type EntryRefusal } from './refusal';
import { CLOCK_OFF_MS, displayFloor, errorStatusOf, onlineStatusOf, SAVE_SEEN_EVERY_MS } from './state';
import { checkCounterValue, checkStatusValue, statusKeysOf } from './status-keys';
import { nextSpan, silenceBefore, type Span } from './spans';
import type { UnitNotes, UnitRow } from './store';
import { emptyDay, type DayWork } from './store-days';
import { UnitDetection } from './unit-detection';

/** One unit within one batch: merges the messages one after the other, then says what to write and to push. */

/** What happened to the entries of one message. */
export interface MessageTally {
  applied: number;
  ignored: number;
  refusals: EntryRefusal[];
}

export class UnitWork {
  readonly before: UnitRow;
  readonly row: UnitRow;
  readonly trace: StoredChange[] = [];
  /** What doors and drive did. */
  readonly cycles: CycleFact[] = [];
  /** States that ended. */
  readonly spans: Span[] = [];
  readonly hours: UnitHours;
  /** The inputs of the symptom rules. */
  readonly detection = new UnitDetection();
  readonly #push: LiveStatus = {};
  readonly #forgotten = new Set<string>();
  readonly #days = new Map<number, DayWork>();
  readonly #now: number;
  readonly #isRetry: boolean;
  #isDirty = false;
  #hasData = false;
  #isLive = false;
  /** An error event or errorstate arrived, so the error status has to be derived again. */
  needsErrorCheck = false;
  /**
   * A message newly reports trapped persons: when, and the code of the alarm; null when the key `entrapment` reported
   * it. `isAgain`: after others, whose release a person entered while the box went on saying so.
   */
  trappedBy: { at: number; code: string | null; isAgain: boolean } | undefined;
  /** When `entrapment` false ended the entrapment. */
  releasedAt: number | undefined;
  /** That false ended what the box itself had reported, and no person had ended before. */
  hasFreed = false;
  /** The box told of the start or the end of an entrapment, by its state or by an event. */
  hasEntrapmentNews = false;

  /**
   * @param isRetry an earlier attempt may have been committed: repeats are pushed again, because viewers may have
   * missed them
   */
  constructor(row: UnitRow, now: number, isRetry: boolean) {
    this.before = row;
    this.row = { ...row };
    this.hours = new UnitHours(row.equipmentNo);
    this.#now = now;
    this.#isRetry = isRetry;
  }

  /** Accepted data measured at this time. */
  seen(at: number): void {
    this.#hasData = true;
    if (Math.abs(at - this.#now) <= CLOCK_OFF_MS) this.#isLive = true;
  }

  #note(notes: UnitNotes): void {
    this.row.notes = { ...this.row.notes, ...notes };
  }

  /** Counters and notes are replaced when they change, never modified. */
  get keepsCounters(): boolean {
    return this.row.counters === this.before.counters && this.row.notes === this.before.notes;
  }

  get keepsDetector(): boolean {
    return this.row.detector === this.before.detector;
  }

  mergeStatus(message: StatusMessage): MessageTally {
    const refusals: EntryRefusal[] = [];
    const entries = new Map<string, StoredEntry>();
    for (const [key, raw] of message.entries) {
      const entry = this.#checkStatus(key, raw);
      if ('message' in entry) refusals.push(entry);
      else entries.set(key, entry);
    }
    const tally = (applied: number): MessageTally => ({ applied, ignored: entries.size - applied, refusals });
    if (entries.size === 0 && refusals.length > 0) return tally(0);
    this.seen(message.at);
    // A clock so far off says nothing about now: the data only shows that the box lives (api.md §4.6).
    if (Math.abs(message.at - this.#now) > CLOCK_OFF_MS) return tally(0);

    const wasTrapped = this.#isTrapped;
    this.#noteTrappedAlarm(entries.get('alarm'));
    const { live, notes } = this.row;
    const merged = mergeStatus(
      { live, gone: notes.gone ?? {} },
      {
        at: message.at,
        full: message.full,
        entries,
        named: message.entries,
        known: message.full ? statusKeysOf(this.row.displayType) : [],
      },
    );
    this.row.live = merged.state.live;
    if (this.row.displayType === 'EV' && merged.applied.length > 0) {
      const cycles = countCycles(live, merged.state.live, merged.changed);
      this.cycles.push(...cycles);
      if (cycles.some(({ counts }) => counts.doorReversals))
        this.hours.reversal(merged.state.live.door?.at ?? message.at);
      this.row.live = { ...merged.state.live, ...markPhases(live, merged.state.live, merged.changed) };
    }
    if (message.full) this.#note({ gone: merged.state.gone });
    if (merged.applied.length > 0 || message.full) this.#isDirty = true;
    const pushed = this.#isRetry ? [...merged.changed, ...merged.repeated] : merged.changed;
    for (const key of pushed) {
      const entry = this.row.live[key];
      if (entry) this.#push[key] = visible(entry);
    }
    for (const key of merged.forgotten) {
      this.#forgotten.add(key);
      delete this.#push[key];
      this.trace.push([message.at, key, null]);
    }
    for (const key of merged.applied) this.#forgotten.delete(key);
    for (const key of merged.changed) {
      const entry = this.row.live[key];
      if (entry) this.trace.push(storedChange(key, visible(entry)));
    }
    this.#noteSpan([...merged.changed, ...merged.forgotten], message.at);
    if (merged.changed.includes('connected')) this.#note({ connectedSince: this.#now });
    if (merged.changed.includes('errorstate') || merged.forgotten.includes('errorstate')) this.needsErrorCheck = true;
    this.#deriveEntrapment(merged.changed, wasTrapped, entries.get('alarm'));
    this.detection.merged(this.row, live, merged, message.at, this.#isTrapped !== wasTrapped);
    return tally(merged.applied.length);
  }

  #noteSpan(changed: readonly string[], at: number): void {
    const { live, notes } = this.row;
    const next = nextSpan(this.row, notes.span, { live, changed, at });
    if (!next) return;
    this.spans.push(...next.over);
    this.#note({ span: next.open });
  }

  #checkStatus(key: string, { raw, at, seq }: RawEntry): StoredEntry | EntryRefusal {
    if (!raw) return refusal('bad_value', `${key} is not an object with a value`, key);
    const checked = checkStatusValue(this.row.displayType, key, raw);
    if (checked === 'unknown_key') return refusal('unknown_key', `${key} is not a key of ${this.row.displayType}`, key);
    if (checked === 'bad_value') return refusal('bad_value', `${key} has a value outside its set`, key);
    if (Number.isNaN(at)) return refusal('bad_value', `${key} has a time outside the last 72 h`, key);
    const floor =
      key === 'position' && checked.physicalvalue !== undefined
        ? displayFloor(this.row.floorMapping, checked.physicalvalue)
        : undefined;
    const entry: StoredEntry = Object.assign(checked, { at });
    if (floor !== undefined) entry.value = floor;
    if (seq !== undefined) entry.seq = seq;
    return entry;
  }

  /**
   * It counts also when the alarm itself arrives too late to be shown, so that the order of arrival does not matter.
   */
  #noteTrappedAlarm(alarm: StoredEntry | undefined): void {
    const { notes } = this.row;
    if (!alarm || !isEntrapmentAlarm(alarm) || alarm.at <= (notes.trappedAlarmAt ?? 0)) return;
    this.#note({ trappedAlarmAt: alarm.at });
    this.#isDirty = true;
  }

  get #isTrapped(): boolean {
    return isTrapped(this.row.live.entrapment, this.row.notes.trappedAlarmAt);
  }

  /**
   * Only a new report counts: a release that a person entered at the call-out stays valid until the box reports
   * something new. That is also an alarm that was off and rings again, whatever the box has said before: others may be
   * in there by now. A full message without the key releases nobody.
   */
  #deriveEntrapment(changed: readonly string[], wasTrapped: boolean, alarm: StoredEntry | undefined): void {
    const { entrapment } = this.row.live;
    if (this.#isTrapped) {
      const rings = alarm !== undefined && isEntrapmentAlarm(alarm);
      const isReleasedByPerson = wasTrapped && this.row.entrapmentStatus !== 1;
      const ringsAgain = rings && changed.includes('alarm') && isReleasedByPerson;
      if (wasTrapped && !ringsAgain) return;
      this.trappedBy = {
        ...(rings
          ? { at: alarm.at, code: String(alarm.tracking?.code) }
          : { at: entrapment?.at ?? this.#now, code: null }),
        isAgain: ringsAgain,
      };
      this.row.entrapmentStatus = 1;
    } else if (entrapment?.value === false && (wasTrapped || changed.includes('entrapment'))) {
      // When a box repeats false after an alarm, that also ends the alarm, although the value is the one from before
      // the alarm.
      this.releasedAt = entrapment.at;
      this.hasFreed = this.row.entrapmentStatus === 1;
      this.row.entrapmentStatus = 0;
    }
  }

  mergeCounters(message: CountersMessage): MessageTally {
    const tally: MessageTally = { applied: 0, ignored: 0, refusals: [] };
    const counters = { ...this.row.counters };
    for (const [key, { raw, at, seq }] of message.entries) {
      const value = checkCounterValue(this.row.displayType, key, raw?.value);
      if (typeof value === 'string') {
        tally.refusals.push(
          refusal(
            value,
            value === 'unknown_key'
              ? `${key} is not a counter of ${this.row.displayType}`
              : `${key} is not a counter value`,
            key,
          ),
        );
        continue;
      }
      if (Number.isNaN(at)) {
        tally.refusals.push(refusal('bad_value', `${key} has a time outside the last 72 h`, key));
        continue;
      }
      const former = counters[key];
      const reading = { value, at, ...(seq === undefined ? {} : { seq }) };
      const merged = mergeCounter(former, reading);
      counters[key] = merged.state;
      this.hours.counter(key, former, reading, merged, this.row.live.door !== undefined);
      if (former && merged.isApplied && value < former.value) this.detection.reset(this.row, at);
      for (const [day, difference] of merged.days) this.#addDay(day, key, difference);
      if ((merged.isReset || merged.isBridged) && DAY_COLUMNS[key]) this.#dayOf(dayNumberOf(at)).flagged = true;
      if (merged.isApplied) tally.applied += 1;
      else tally.ignored += 1;
      if (merged.isChanged || this.#isRetry)
        Object.assign(this.#push, shownCounter(this.row.displayType, key, counters));
    }
    if (tally.applied + tally.ignored > 0) this.seen(message.at);
    this.row.counters = counters;
    this.#isDirty = true;
    return tally;
  }

  #dayOf(dayNumber: number): DayWork {
    const day = this.#days.get(dayNumber) ?? emptyDay(this.row.equipmentNo, this.row.branchCode, dayNumber);
    this.#days.set(dayNumber, day);
    return day;
  }

  #addDay(dayNumber: number, counter: string, difference: number): void {
    const columns = DAY_COLUMNS[counter];
    if (!columns) return;
    const day = this.#dayOf(dayNumber);
    for (const column of columns) day[column] = (day[column] ?? 0) + difference;
  }

  setConnection(state: 'online' | 'offline', session: string | null, at: number, isPro: boolean): void {
    const isNew = state === 'online' && session !== this.row.session;
    this.row.session = session;
    this.#isDirty = true;
    if (this.row.connection !== state) {
      this.row.connection = state;
      this.#note({ connectionAt: at });
      this.#push.connection = { value: state, at };
      this.trace.push([at, 'connection', state]);
    }
    this.detection.link(this.row, { at, isPro, isNew });
  }

  /** Derives everything that follows from the merged messages. Call once, after the batch's events are written. */
  finish(hasOpenError: boolean): void {
    const { row, before } = this;
    if (this.#hasData) {
      const { connected } = row.live;
      this.spans.push(...silenceBefore(before, this.#now));
      row.lastDataAt = this.#now;
      row.onlineStatus = onlineStatusOf(
        {
          current: before.onlineStatus,
          hasCube: row.cubeNo !== null,
          lastDataAt: this.#now,
          ...(typeof connected?.value === 'boolean' ? { connected: connected.value } : {}),
          ...(row.notes.connectedSince === undefined ? {} : { connectedSince: row.notes.connectedSince }),
        },
        this.#now,
        this.#isLive,
      );
    }
    if (row.onlineStatus !== before.onlineStatus) {
      this.#push.onlinestatus = { value: row.onlineStatus, at: this.#now };
      this.trace.push([this.#now, 'onlinestatus', row.onlineStatus]);
    }
    if (this.asksForErrors) row.errorStatus = errorStatusOf(row.onlineStatus, row.live.errorstate, hasOpenError);
    const hasMoved = row.onlineStatus !== before.onlineStatus;
    const isSeenDue =
      this.#hasData && (before.lastDataAt === null || this.#now - before.lastDataAt >= SAVE_SEEN_EVERY_MS);
    if (!isSeenDue && !hasMoved) row.lastDataAt = before.lastDataAt;
    // A box that repeats its values is heard: viewers learn so once a minute.
    const measuredAt = isSeenDue ? newestAt(row.live) : undefined;
    if (measuredAt !== undefined) this.#push.lastdata = lastDataEntry(this.#now, measuredAt);
    this.#isDirty ||= isSeenDue || hasMoved || row.errorStatus !== before.errorStatus;
  }

  /** Does the error status depend on the open error events now? */
  get asksForErrors(): boolean {
    const wasUnknown =
      this.before.onlineStatus === ONLINE_STATUS.offline || this.before.onlineStatus === ONLINE_STATUS.notInstalled;
    return this.needsErrorCheck || (this.#hasData && (wasUnknown || this.before.errorStatus === 2));
  }

  /** Runs the symptom rules on the batch. Call once, after `finish`. */
  detect(context: DetectorContext): readonly DetectorEffect[] {
    const found = this.detection.run(this.row, this.before.onlineStatus, this.#now, context);
    if (!found) return [];
    if (found.state !== this.row.detector || found.dueAt !== this.row.detectorDue) this.#isDirty = true;
    this.row.detector = found.state;
    this.row.detectorDue = found.dueAt;
    return found.effects;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  get days(): DayWork[] {
    return [...this.#days.values()].map((day) => ({
      ...day,
      energyKwh: day.energyKwh === null ? null : Math.round(day.energyKwh * 1000) / 1000,
    }));
  }

  /** What to push; undefined when nothing changed that viewers see or count. */
  change(committedAt: number): LiveChange | undefined {
    const { row, before } = this;
    const forgotten = [...this.#forgotten];
    const isStateNews = row.entrapmentStatus !== before.entrapmentStatus;
    const isUrgent = isStateNews || this.hasEntrapmentNews;
    // No value of the unit says what an event told.
    const isEdited = isUrgent && !isStateNews;
    const isCounted = row.onlineStatus !== before.onlineStatus || row.errorStatus !== before.errorStatus || isUrgent;
    if (Object.keys(this.#push).length === 0 && forgotten.length === 0 && !isCounted) return undefined;
    const { equipmentNo, equipmentType, displayType } = row;
    return {
      equipmentNo,
      equipmentType,
      displayType,
      changes: this.#push,
      committedAt,
      ...(forgotten.length > 0 ? { forgotten } : {}),
      ...(isEdited ? { isEdited } : {}),
      ...(isCounted ? { isCounted } : {}),
      ...(isUrgent ? { isUrgent } : {}),
    };
  }
}
