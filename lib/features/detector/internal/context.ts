import type { CodeMeaning } from '@/lib/live/detector/codes';
import { contextOf, type DetectorContext, type RuleSetting } from '@/lib/live/detector/active-rules';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { logger } from '@/lib/platform/system/log';
import { numbersOf } from '../stored-numbers';

/** What the symptom rules ask for beside the stream: settings, code dictionary, jobs of today (readings 74, 81). */

/** Setting: symptoms come from an outside system, and nobody looks for them here. */
export const IMPORTED = 'detector.isImported';
/** How old it may be: whoever changes a rule sees it act within this time, on every gateway. */
const KEPT_MS = 15_000;

export async function areImported(): Promise<boolean> {
  const setting = await db().setting.findUnique({ where: { key: IMPORTED }, select: { value: true } });
  return setting?.value === true;
}

export async function readSettings(): Promise<RuleSetting[]> {
  const rows = await db().detectorSetting.findMany({ orderBy: { id: 'asc' } });
  return rows.map(({ rule, scope, target, enabled, numbers }) => ({
    rule,
    scope,
    target,
    enabled,
    numbers: numbersOf(numbers),
  }));
}

export async function readCodes(): Promise<ReadonlyMap<string, CodeMeaning>> {
  const rows = await db().gbCodeDict.findMany({ select: { gbCode: true, kind: true, rule: true } });
  return new Map(rows.map(({ gbCode, kind, rule }) => [gbCode, { kind, rule }]));
}

async function readServiced(now: number): Promise<ReadonlySet<string>> {
  const jobs = await db().maintenanceJob.findMany({
    where: { jobStatus: 'LOCK', planDate: new Date(formatDate(now)) },
    select: { equipmentNo: true },
  });
  return new Set(jobs.map(({ equipmentNo }) => equipmentNo));
}

/** undefined: nobody looks for symptoms here. */
export async function readContext(now: number): Promise<DetectorContext | undefined> {
  if (await areImported()) return undefined;
  const [settings, codes, serviced] = await Promise.all([readSettings(), readCodes(), readServiced(now)]);
  return contextOf(settings, codes, serviced);
}

/** Reads the context once for many askers and again when it is old; while the database is away the last one stays. */
export class ContextKeeper {
  readonly #now: () => number;
  #held: { context: DetectorContext | undefined; at: number } | undefined;
  #reading: Promise<DetectorContext | undefined> | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** undefined: nobody looks for symptoms here. Throws while it was never read. */
  async context(): Promise<DetectorContext | undefined> {
    if (!this.#held) return this.#read();
    if (this.#now() - this.#held.at >= KEPT_MS && !this.#reading)
      this.#read().catch((error: unknown) =>
        logger('detector').warn({ err: error }, 'settings not read, the last ones stay'),
      );
    return this.#held.context;
  }

  #read(): Promise<DetectorContext | undefined> {
    this.#reading ??= readContext(this.#now())
      .then((context) => {
        this.#held = { context, at: this.#now() };
        return context;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}
