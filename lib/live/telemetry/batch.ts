import type pg from 'pg';
import { ruleOfCode } from '@/lib/live/detector/codes';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import type { LiveChange } from '@/lib/live/units/live-message';
import { AckList } from './ack';
import { logger } from '@/lib/platform/system/log';
import type { CycleFact } from './cycles';
import { writeEffects, type UnitEffect } from './detection';
import { writeEntrapments, type EntrapmentNews } from './entrapments';
import { TRAPPED_RULE } from '@/lib/live/units/entrapment-rules';
import { EventBook } from './event-book';
import type { ClockMessage, ConnectionMessage, EventMessage, BoxLogEntry, LogMessage, BoxMessage } from './payload';
import { refusal, type EntryRefusal } from './refusal';
import { mergeConnection } from './state';
import {
  factKey,
  findCubes,
  findLogs,
  findMappedUnits,
  findUnitsWithOpenErrors,
  isMapped,
  lockUnits,
  type CubeRow,
} from './store';
import { touchCubes, updateLinks, type CubeTouch } from './link-write';
import { addDays } from './store-days';
import { addHours } from './store-hours';
import { insertSpans } from './store-spans';
import { insertLogs, updateUnits } from './store-write';
import type { UnitTrace } from './trace';
import { UnitWork, type MessageTally } from './unit-work';

/**
 * One batch in one transaction: lock the units, merge each message, write each table once. Everything is
 * idempotent, so a batch whose commit got no answer simply runs again. Several ingest processes may hold messages of
 * one unit: the row locks order their batches, and the merge gives the same result in any order.
 */

/** A message in the buffer. */
export interface BatchItem {
  cubeNo: string;
  message: BoxMessage | ClockMessage;
  /** Receive time, epoch ms. */
  receivedAt: number;
}

export interface BatchOutcome {
  /** By item, in order. */
  tallies: MessageTally[];
  /** By cubeNo. */
  acks: Map<string, AckList>;
  changes: LiveChange[];
  traces: Map<string, UnitTrace>;
  cycles: Map<string, CycleFact[]>;
  /** Boxes that came online: they get their configuration. */
  connected: Set<string>;
  /** The symptom rules found something, or somebody was trapped or released. */
  hasEffects: boolean;
}

export interface BatchOptions {
  /** Time of the batch, epoch ms: the receive time of everything that is derived. */
  readonly now: number;
  /** An earlier attempt may have been committed without an answer. */
  readonly isRetry: boolean;
  /** What the symptom rules need; absent: no rule is checked. */
  readonly detector?: DetectorContext | undefined;
}

const SAVE_CUBE_EVERY_MS = 60_000;

interface CubeWork {
  row: CubeRow;
  /** The link state arrived in this batch, with the firmware that the box named. */
  link: { fw: string | null } | undefined;
  touch: CubeTouch | undefined;
}

class TelemetryBatch {
  readonly #client: pg.ClientBase;
  readonly #now: number;
  readonly #isRetry: boolean;
  readonly #units = new Map<string, UnitWork>();
  readonly #cubes = new Map<string, CubeWork>();
  readonly #events: EventBook;
  readonly #entrapments: EntrapmentNews[] = [];
  readonly #logs: { equipmentNo: string; entry: BoxLogEntry }[] = [];
  readonly #connected = new Set<string>();
  readonly #acks = new Map<string, AckList>();
  readonly #detector: DetectorContext | undefined;
  #storedLogs = new Set<string>();
  #hasEffects = false;

  constructor(client: pg.ClientBase, { now, isRetry, detector }: BatchOptions) {
    this.#client = client;
    this.#events = new EventBook(client);
    this.#now = now;
    this.#isRetry = isRetry;
    this.#detector = detector;
  }

  async run(items: readonly BatchItem[]): Promise<BatchOutcome> {
    const links = items.filter(
      (item): item is BatchItem & { message: ConnectionMessage } => item.message.leaf === 'connection',
    );
    const mapped = await findMappedUnits(this.#client, [...new Set(links.map((item) => item.cubeNo))]);
    await this.#lock(
      items,
      mapped.map((unit) => unit.equipmentNo),
      new Set(links.map((item) => item.cubeNo)),
    );
    const tallies: MessageTally[] = [];
    for (const item of items) tallies.push(await this.#take(item));
    await this.#write();
    const changes: LiveChange[] = [];
    const traces = new Map<string, UnitTrace>();
    const cycles = new Map<string, CycleFact[]>();
    for (const [equipmentNo, unit] of this.#units) {
      const change = unit.change(this.#now);
      if (change) changes.push(change);
      if (unit.trace.length > 0) traces.set(equipmentNo, { before: unit.before, changes: unit.trace });
      if (unit.cycles.length > 0) cycles.set(equipmentNo, unit.cycles);
    }
    return {
      tallies,
      acks: this.#acks,
      changes,
      traces,
      cycles,
      connected: this.#connected,
      hasEffects: this.#hasEffects,
    };
  }

  async #lock(items: readonly BatchItem[], mapped: readonly string[], linked: ReadonlySet<string>): Promise<void> {
    const equipmentNos = new Set(mapped);
    const events: { equipmentNo: string; eventId: string }[] = [];
    const logs: { equipmentNo: string; logId: string }[] = [];
    for (const { message } of items) {
      if (message.leaf === 'connection') continue;
      equipmentNos.add(message.equipmentNo);
      if (message.leaf === 'event') events.push(message);
      if (message.leaf === 'log')
        for (const { logId } of message.entries) logs.push({ equipmentNo: message.equipmentNo, logId });
    }
    for (const row of (await lockUnits(this.#client, [...equipmentNos].sort())).values()) {
      this.#units.set(row.equipmentNo, new UnitWork(row, this.#now, this.#isRetry));
    }
    const others = new Set(items.flatMap((item) => (linked.has(item.cubeNo) ? [] : item.cubeNo)));
    for (const row of await findCubes(this.#client, { locked: [...linked].sort(), others: [...others] })) {
      this.#cubes.set(row.cubeNo, { row, link: undefined, touch: undefined });
    }
    await this.#events.read(events);
    this.#storedLogs = await findLogs(this.#client, logs);
  }

  async #take({ cubeNo, message, receivedAt }: BatchItem): Promise<MessageTally> {
    const cube = this.#cubes.get(cubeNo);
    if (!cube) return refused('box is unknown or disabled');
    if (message.leaf === 'connection') return this.#takeConnection(cube, message);
    const unit = this.#units.get(message.equipmentNo);
    if (!unit || !isMapped(cube.row, unit.row))
      return refused(`equipment ${message.equipmentNo} is not served by this box`);
    if (message.leaf === 'clock') return this.#takeClock(cube, unit, message.at, receivedAt);
    const tally = await this.#takeData(cube, unit, message);
    if (tally.applied + tally.ignored > 0)
      this.#sawCube(cube, unit, 'at' in message ? message.at : undefined, receivedAt);
    return tally;
  }

  async #takeData(
    cube: CubeWork,
    unit: UnitWork,
    message: Exclude<BoxMessage, ConnectionMessage>,
  ): Promise<MessageTally> {
    switch (message.leaf) {
      case 'status': {
        const tally = unit.mergeStatus(message);
        if (unit.trappedBy) {
          if (unit.trappedBy.isAgain) await this.#events.closeEntrapment(unit.row, unit.trappedBy.at);
          await this.#events.openEntrapment(unit.row, unit.trappedBy);
          this.#noteEntrapment(unit, 'start', unit.trappedBy.at);
        }
        if (unit.releasedAt !== undefined) {
          await this.#events.closeEntrapment(unit.row, unit.releasedAt);
          // Persons that a person reported are released only by a box that had reported them too.
          if (unit.hasFreed) this.#noteEntrapment(unit, 'release', unit.releasedAt);
        }
        unit.trappedBy = undefined;
        unit.releasedAt = undefined;
        return tally;
      }
      case 'counters':
        return unit.mergeCounters(message);
      case 'event': {
        unit.seen(message.at);
        const wasOpen = this.#events.isOpen(unit.row, message.eventId);
        const isChanged = await this.#events.take(unit.row, message);
        if (isChanged && message.subType === 'entrapment') await this.#noteEvent(unit, message, wasOpen);
        if (isChanged && message.subType === 'error') unit.needsErrorCheck = true;
        if (isChanged) this.#tellRules(unit, message);
        this.#ackOf(cube.row.cubeNo).addEvent(message.equipmentNo, message.eventId);
        return { applied: Number(isChanged), ignored: Number(!isChanged), refusals: [] };
      }
      case 'log':
        return this.#takeLog(cube, unit, message);
    }
  }

  #noteEntrapment(unit: UnitWork, kind: EntrapmentNews['kind'], at: number, saidSince?: number): void {
    const { equipmentNo } = unit.row;
    unit.hasEntrapmentNews = true;
    this.#entrapments.push({ equipmentNo, kind, at, ...(saidSince === undefined ? {} : { saidSince }) });
  }

  /**
   * A box that reports trapped persons only by events. When its state reports them too, the state decides about the
   * release.
   */
  async #noteEvent(unit: UnitWork, { eventId, at }: EventMessage, wasOpen: boolean): Promise<void> {
    const isOpen = this.#events.isOpen(unit.row, eventId);
    if (isOpen && !wasOpen) this.#noteEntrapment(unit, 'start', at);
    if (!isOpen && wasOpen && unit.row.entrapmentStatus !== 1 && !(await this.#events.hasEntrapment(unit.row)))
      this.#noteEntrapment(unit, 'release', at, this.#events.startOf(unit.row, eventId) ?? at);
  }

  #tellRules(unit: UnitWork, { eventId, code: told, at, subType }: EventMessage): void {
    if (!this.#detector) return;
    const isOpen = this.#events.isOpen(unit.row, eventId);
    // An end may arrive without the code of its start.
    const code = this.#events.codeOf(unit.row, eventId) ?? told;
    // The kind of the event says that persons are trapped, whatever its code, unless the box's state does and decides (readings 283).
    const isOwn = subType === 'entrapment' && (!isOpen || unit.row.entrapmentStatus !== 1);
    if (isOwn) unit.detection.event(unit.row, { eventId, code, rule: TRAPPED_RULE, isOpen }, at);
    else if (code !== null && ruleOfCode(this.#detector.codes, code))
      unit.detection.event(unit.row, { eventId, code, isOpen }, at);
  }

  #takeLog(cube: CubeWork, unit: UnitWork, { equipmentNo, entries }: LogMessage): MessageTally {
    let applied = 0;
    for (const entry of entries) {
      const key = factKey(equipmentNo, entry.logId);
      unit.seen(entry.at);
      if (this.#storedLogs.has(key)) continue;
      this.#storedLogs.add(key);
      this.#logs.push({ equipmentNo, entry });
      applied += 1;
    }
    if (entries.length > 0)
      this.#ackOf(cube.row.cubeNo).addLogs(
        equipmentNo,
        entries.map((entry) => entry.logId),
      );
    return { applied, ignored: entries.length - applied, refusals: [] };
  }

  #takeConnection(cube: CubeWork, message: ConnectionMessage): MessageTally {
    const link = mergeConnection(cube.row, message);
    if (!link) return { applied: 0, ignored: 1, refusals: [] };
    Object.assign(cube.row, link);
    cube.link = { fw: message.fw };
    if (link.state === 'online') this.#connected.add(cube.row.cubeNo);
    for (const unit of this.#units.values()) {
      if (isMapped(cube.row, unit.row)) unit.setConnection(link.state, link.session, message.at, cube.row.isPro);
    }
    return { applied: 1, ignored: 0, refusals: [] };
  }

  #ackOf(cubeNo: string): AckList {
    let list = this.#acks.get(cubeNo);
    if (!list) this.#acks.set(cubeNo, (list = new AckList()));
    return list;
  }

  /** Nothing was measured at that time: only the clock shows that the box lives. */
  #takeClock(cube: CubeWork, unit: UnitWork, at: number, receivedAt: number): MessageTally {
    const driftSec = driftOf(at, receivedAt);
    cube.touch = { cubeNo: cube.row.cubeNo, lastDataAt: null, ...cube.touch, driftSec };
    unit.detection.drift(unit.row, receivedAt, driftSec);
    return { applied: 0, ignored: 0, refusals: [] };
  }

  #sawCube(cube: CubeWork, unit: UnitWork, at: number | undefined, receivedAt: number): void {
    const isDue = cube.row.lastDataAt === null || this.#now - cube.row.lastDataAt >= SAVE_CUBE_EVERY_MS;
    if (!isDue) return;
    cube.row.lastDataAt = this.#now;
    const driftSec = at === undefined ? null : driftOf(at, receivedAt);
    cube.touch = { cubeNo: cube.row.cubeNo, lastDataAt: this.#now, driftSec };
    if (driftSec !== null && at !== undefined) unit.detection.drift(unit.row, at, driftSec);
  }

  async #write(): Promise<void> {
    const client = this.#client;
    await this.#events.write(this.#now);
    await insertLogs(client, this.#logs, this.#now);

    const units = [...this.#units.values()];
    const faulty = await findUnitsWithOpenErrors(
      client,
      units.filter((unit) => unit.asksForErrors).map((unit) => unit.row.equipmentNo),
    );
    for (const unit of units) unit.finish(faulty.has(unit.row.equipmentNo));
    const effects = units.flatMap((unit) => this.#detect(unit));
    await updateUnits(
      client,
      units
        .filter((unit) => unit.isDirty)
        .map((unit) => ({
          ...unit.row,
          keepsCounters: unit.keepsCounters,
          keepsDetector: unit.keepsDetector,
        })),
    );
    await insertSpans(
      client,
      units.flatMap((unit) => unit.spans),
    );
    await writeEntrapments(client, this.#entrapments, this.#now);
    this.#hasEffects = effects.length > 0 || this.#entrapments.length > 0;
    await writeEffects(client, effects, this.#now);
    await addDays(
      client,
      units.flatMap((unit) => unit.days).sort((a, b) => (a.equipmentNo + a.day < b.equipmentNo + b.day ? -1 : 1)),
    );
    await addHours(
      client,
      units.flatMap(({ hours }) => hours.all),
    );
    const cubes = [...this.#cubes.values()];
    await updateLinks(
      client,
      cubes.flatMap(({ row, link }) => (link ? [{ ...row, ...link }] : [])),
    );
    await touchCubes(
      client,
      cubes.flatMap(({ touch }) => touch ?? []),
    );
  }

  #detect(unit: UnitWork): UnitEffect[] {
    if (!this.#detector) return [];
    const { equipmentNo } = unit.row;
    try {
      return unit.detect(this.#detector).map((effect) => ({ equipmentNo, ...effect }));
    } catch (error) {
      // What a box sends is stored, even when the rules fail.
      logger('detector').error({ err: error, equipmentNo }, 'the rules failed on a unit');
      return [];
    }
  }
}

const MOST_DRIFT_SEC = 2_000_000_000;

/** How far the box's clock is ahead, s. */
const driftOf = (at: number, receivedAt: number) =>
  Math.max(-MOST_DRIFT_SEC, Math.min(MOST_DRIFT_SEC, Math.round((at - receivedAt) / 1000)));

function refused(reason: string): MessageTally {
  const found: EntryRefusal = refusal('forbidden', reason);
  return { applied: 0, ignored: 0, refusals: [found] };
}

/**
 * Runs a batch in a transaction of the client's own. When it returns, the batch is committed.
 */
export async function runBatch(
  client: pg.ClientBase,
  items: readonly BatchItem[],
  options: BatchOptions,
): Promise<BatchOutcome> {
  await client.query("BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '60s'");
  try {
    const outcome = await new TelemetryBatch(client, options).run(items);
    await client.query('COMMIT');
    return outcome;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
