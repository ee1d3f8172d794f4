import { NOT_RECORDED } from '@/lib/features/callbacks/value-sets';
import { equipmentWhere } from '@/lib/features/equipment/internal/equipment-where';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { byMonth, byReason, closed, injured, ofEquipment, sumOf, trapped } from './cells';
import type { Cell } from './cells';
import { statCallbacks, statEntrapments, statTotal } from './contract';
import type { Reason, StatQuery } from './contract';
import { comparedWhere, readCells, readTop, requireYear, yearWhere } from './read';
import { TOP } from './value-sets';

interface Year {
  readonly cells: readonly Cell[];
  /** null: nothing is known of those days, or the data strategy cut them. */
  readonly lastYear: readonly Cell[] | null;
}

/** @param chosen which of the call-outs are meant @param isFree the data strategy takes nothing from them */
async function readYear(actor: Actor, query: StatQuery, isFree = false): Promise<Year & { historyMonths?: number }> {
  const [year, compared] = await Promise.all([yearWhere(actor, query), comparedWhere(actor, query)]);
  if (!isFree) await requireYear(actor, query, year.historyMonths);
  const [cells, before] = await Promise.all([
    readCells(actor, year.where),
    !isFree && compared.historyMonths !== undefined ? [] : readCells(actor, compared.where),
  ]);
  return {
    cells,
    lastYear: before.length > 0 ? before : null,
    ...(year.historyMonths === undefined ? {} : { historyMonths: year.historyMonths }),
  };
}

async function findTotal(actor: Actor, query: StatQuery): Promise<OutputOf<typeof statTotal>> {
  const where = await equipmentWhere(actor, { unitType: query.type });
  const [{ cells, lastYear, ...cut }, equipmentTotal] = await Promise.all([
    readYear(actor, query),
    db().equipment.count({ where }),
  ]);
  return {
    equipmentTotal,
    callbackTotal: sumOf(cells),
    repairTotal: sumOf(ofEquipment(cells)),
    injuredTotal: sumOf(injured(cells)),
    closedTotal: sumOf(closed(cells)),
    lastYear: lastYear && { callbackTotal: sumOf(lastYear), injuredTotal: sumOf(injured(lastYear)) },
    ...cut,
  };
}

type Named = ReturnType<typeof byReason>;

/** The words of the list for a closing reason. */
const reasonsOf = (found: Named, language: Language): Reason[] =>
  found.map((one) => ({
    ...one,
    reason: hasServerMessage(language, 'callbacks', `scsa.${one.code}`)
      ? translateServer(language, 'callbacks', `scsa.${one.code}`)
      : one.code,
  }));

/** Parts by the dictionary, else by what is stored with a call-out, else by their code. */
async function partsOf(found: Named, language: Language): Promise<Reason[]> {
  const codes = found.map(({ code }) => code);
  const [options, stored] = await Promise.all([
    db().option.findMany({ where: { name: 'scsb', value: { in: codes } } }),
    db().callback.findMany({
      where: { scsb: { in: codes }, scsbText: { not: null } },
      distinct: ['scsb'],
      select: { scsb: true, scsbText: true },
      take: codes.length,
    }),
  ]);
  return found.map((one) => {
    const option = options.find(({ value }) => value === one.code);
    const label = language === 'en' ? (option?.labelEn ?? option?.label) : option?.label;
    const text = label ?? stored.find(({ scsb }) => scsb === one.code)?.scsbText;
    const none = one.code === NOT_RECORDED ? translateServer(language, 'callbacks', 'scsa.none') : undefined;
    return { ...one, reason: none ?? text ?? one.code };
  });
}

async function findCallbacks(
  actor: Actor,
  query: StatQuery,
  language: Language,
): Promise<OutputOf<typeof statCallbacks>> {
  const [{ cells, lastYear, ...cut }, { where }] = await Promise.all([readYear(actor, query), yearWhere(actor, query)]);
  const [callbackDistribution, scsbCallbackReason] = await Promise.all([
    readTop(where),
    partsOf(byReason(ofEquipment(cells), 'scsb').slice(0, TOP), language),
  ]);
  return {
    callbackOverview: byMonth(cells),
    callbackReason: reasonsOf(byReason(closed(cells), 'scsa'), language),
    scsbCallbackReason,
    callbackDistribution,
    openTotal: sumOf(cells) - sumOf(closed(cells)),
    lastYear: lastYear && byMonth(lastYear),
    ...cut,
  };
}

/** Escalators trap nobody: zeros, without a question (doc3 §7.6). */
async function findEntrapments(
  actor: Actor,
  query: StatQuery,
  language: Language,
): Promise<OutputOf<typeof statEntrapments>> {
  const { cells, lastYear }: Year =
    query.type === 'ESC' ? { cells: [], lastYear: null } : await readYear(actor, query, true);
  const found = trapped(cells);
  return {
    entrapmentOverview: byMonth(found),
    entrapmentReason: reasonsOf(byReason(closed(found), 'scsa'), language),
    openTotal: sumOf(found) - sumOf(closed(found)),
    lastYear: lastYear && byMonth(trapped(lastYear)),
  };
}

export const services = [
  serve(statTotal, ({ actor }, query) => findTotal(actor, query)),
  serve(statCallbacks, ({ actor, language }, query) => findCallbacks(actor, query, language)),
  serve(statEntrapments, ({ actor, language }, query) => findEntrapments(actor, query, language)),
];
