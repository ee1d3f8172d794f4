import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import { db } from '@/lib/platform/db/client';
import { formatDate, formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import { AppError } from '@/lib/platform/contract/errors';
import { effectiveStrategy } from './data-strategy';
import { textWithoutTimes } from './dates-only';
import type { EffectiveStrategy } from './data-strategy';

/** The limits of a caller's data strategy; every service that returns limited data asks here (silent-screens B2). */

export type StrategyActor = Pick<Actor, 'username' | 'mappings' | 'accessVersion'>;

/** A changed strategy applies everywhere after this time, like changed rights (readings 59). */
const STRATEGY_MS = 3000;
const MAX_STRATEGIES = 10_000;
const strategies = new Map<string, { at: number; accessVersion: number; strategy: Promise<EffectiveStrategy> }>();

/** Forgets what was read of strategies in this process. */
export function forgetStrategies(): void {
  strategies.clear();
}

/** What the data strategy leaves to the caller: read once, however many ask meanwhile. */
export function strategyOf(actor: StrategyActor): Promise<EffectiveStrategy> {
  const { username, accessVersion } = actor;
  const now = Date.now();
  const held = strategies.get(username);
  if (held && held.accessVersion === accessVersion && now - held.at < STRATEGY_MS) return held.strategy;
  if (strategies.size >= MAX_STRATEGIES) strategies.clear();
  const strategy = readStrategy(actor);
  const kept = { at: now, accessVersion, strategy };
  strategies.set(username, kept);
  strategy.catch(() => strategies.get(username) === kept && strategies.delete(username));
  return strategy;
}

async function readStrategy({ username, mappings }: StrategyActor): Promise<EffectiveStrategy> {
  const user = await db().user.findUnique({ where: { username }, select: { username: true, tier: true } });
  // The caller is already let in. An account outside of our table has no tier; the other limits apply to it too.
  return effectiveStrategy(user ?? { username, tier: null }, mappings.projects);
}

/** A text that changes with every change of the strategies, for callers that cache their answers. */
export async function strategiesMark(): Promise<string> {
  const [row] = await db().$queryRaw<{ mark: string }[]>`
    SELECT md5(concat_ws('/', (SELECT string_agg(strategy_id || xmin::text, ',' ORDER BY strategy_id) FROM user_strategy),
                              (SELECT string_agg(value || xmin::text, ',' ORDER BY level, value) FROM strategy_target))) AS mark`;
  return row?.mark ?? '';
}

/** The first moment of what the caller may see of the past, the beginning of a day; null: everything. */
export async function historyStart(actor: StrategyActor, now = Date.now()): Promise<Date | null> {
  const { historyMonths } = await strategyOf(actor);
  if (historyMonths === null) return null;
  const [year = 0, month = 0, day = 0] = formatDate(now).split('-').map(Number);
  // The month may be shorter than this one.
  const last = new Date(Date.UTC(year, month - historyMonths, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 - historyMonths, Math.min(day, last)));
  return new Date(parseWallTime(first.toISOString().slice(0, 10)) ?? now);
}

interface DateBounds {
  readonly gte?: Date;
  readonly lt?: Date;
}

/** What the caller may see of a span of time; `historyMonths` is there where it was cut, and the page then says so. */
export async function cutToHistory(
  actor: StrategyActor,
  span: DateBounds,
): Promise<{ span: DateBounds; historyMonths?: number }> {
  const [start, { historyMonths }] = await Promise.all([historyStart(actor), strategyOf(actor)]);
  if (start === null || historyMonths === null || (span.gte !== undefined && span.gte >= start)) return { span };
  return { span: { ...span, gte: start }, historyMonths };
}

/** Dates without times, by authority or by data strategy (readings 4, silent-screens R9). */
export async function seesDatesOnly(actor: StrategyActor & Pick<Actor, 'authorities'>): Promise<boolean> {
  return showsDatesOnly(actor) || (await strategyOf(actor)).maskTime;
}

export type ShownTime = (at: number | Date) => string;

/** How times are written for the caller: complete, or dates only. Every service asks it for its answers and exports. */
export async function shownTime(actor: StrategyActor & Pick<Actor, 'authorities'>): Promise<ShownTime> {
  return (await seesDatesOnly(actor)) ? formatDate : formatDateTime;
}

/**
 * May the times of a row be said whole, and lengths of time from which they follow? Of trapped persons a data strategy leaves
 * them (silent-screens B2), the authority for dates only does not (doc2 §2.8).
 */
export async function seesWholeTimes(
  actor: StrategyActor & Pick<Actor, 'authorities'>,
): Promise<(tellsOfTrapped: boolean) => boolean> {
  const { maskTime } = await strategyOf(actor);
  const isDatesOnly = showsDatesOnly(actor);
  return (tellsOfTrapped) => !isDatesOnly && (tellsOfTrapped || !maskTime);
}

/** How the times of a row are written, of which some tell of trapped persons. */
export async function shownTimes(
  actor: StrategyActor & Pick<Actor, 'authorities'>,
): Promise<(tellsOfTrapped: boolean) => ShownTime> {
  const isWhole = await seesWholeTimes(actor);
  return (tellsOfTrapped) => (isWhole(tellsOfTrapped) ? formatDateTime : formatDate);
}

/** How free texts of a row are written, of which some tell of trapped persons: without times of day for a reader who sees dates only. */
export async function shownTexts(
  actor: StrategyActor & Pick<Actor, 'authorities'>,
): Promise<(tellsOfTrapped: boolean) => (text: string) => string> {
  const isWhole = await seesWholeTimes(actor);
  return (tellsOfTrapped) => (isWhole(tellsOfTrapped) ? (text) => text : textWithoutTimes);
}

/** Refuses a row that is older than the data strategy allows. @throws access_denied */
export async function requireInHistory(actor: StrategyActor, at: Date): Promise<void> {
  const { span, historyMonths } = await cutToHistory(actor, {});
  if (historyMonths !== undefined && span.gte !== undefined && at < span.gte)
    throw new AppError('access_denied', { messageKey: 'beyondHistory', params: { months: historyMonths } });
}

/** A data strategy may forbid exports (silent-screens R6, B2). @throws access_denied */
export async function requireExportAllowed(actor: StrategyActor): Promise<void> {
  if (!(await strategyOf(actor)).exportAllowed) throw new AppError('access_denied', { messageKey: 'exportDenied' });
}
