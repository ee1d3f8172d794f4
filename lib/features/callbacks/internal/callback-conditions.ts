import { bubbleConditions } from '@/lib/features/equipment/internal/place-filters';
import { unitConditions } from '@/lib/features/equipment/internal/unit-filters';
import { RULE_WORDED } from '@/lib/live/detector/opened-by-rule';
import { translatedDescriptions } from '@/lib/live/detector/rule-words';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter, likeLiteral } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { cutToHistory } from '@/lib/platform/strategy/limits';
import type { CallbackFilters } from '../contract';
import { NOT_RECORDED } from '../value-sets';
import { keptSince } from './visible-callbacks';

type Where = Prisma.CallbackWhereInput;

const RANGE_NAMES = { startDate: 'startCreateDate', endDate: 'endCreateDate' } as const;

/** The days of a query of call-outs. @throws validation_failed (M15) */
export const requireRange = ({ startCreateDate, endCreateDate }: CallbackFilters) =>
  dayRange({ startDate: startCreateDate, endDate: endCreateDate }, { isRequired: true, names: RANGE_NAMES }) ?? {};

/** The conditions of the list without the question whether the caller may read the list: for numbers that stand on its rows. */
export async function callbackConditions(
  actor: Actor,
  filters: CallbackFilters,
  language: Language,
  units: readonly Where[] = [],
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const { person, jobStatus, callbackType, description, scsa, scsb, closedSince } = filters;
  const asked = requireRange(filters);
  const ofUnits = [...unitConditions(actor, filters), ...bubbleConditions(filters)];
  const { span, ...cut } = await cutToHistory(actor, asked);
  // A unit or projects that are named are read as by their key: a report on them is not narrowed by the focus either.
  const isNamed = filters.equipmentNo !== undefined || filters.projectId !== undefined;
  const where: Where = {
    AND: [
      { equipment: equipmentScope(actor, { focus: !isNamed }) },
      { createDate: asked },
      cut.historyMonths === undefined ? {} : keptSince(span.gte ?? null),
      ...units,
      ...(person ? [{ [person]: true }] : []),
      ...(jobStatus ? [{ jobStatus: { in: jobStatus } }] : []),
      ...(callbackType ? [{ callbackType }] : []),
      ...(description ? [describedAs(description, language)] : []),
      ...(scsa ? [closedFor(scsa)] : []),
      ...(scsb ? [{ scsb: scsb === NOT_RECORDED ? null : scsb }] : []),
      ...(closedSince ? [{ closeDate: dayRange({ startDate: closedSince }) ?? {} }] : []),
      ...(ofUnits.length > 0 ? [{ equipment: { AND: ofUnits } }] : []),
    ],
  };
  return { where, cut };
}

function closedFor(reasons: readonly string[]): Where {
  const named: Where = { scsa: { in: reasons.filter((reason) => reason !== NOT_RECORDED) } };
  return reasons.includes(NOT_RECORDED) ? { OR: [named, { scsa: null }] } : named;
}

/** A search in descriptions finds what the reader is shown (readings 117, 244). */
function describedAs(typed: string, language: Language): Where {
  const stored: Where = { AND: [gramFilter(typed), { jobDescription: containsText(typed) }] };
  const { found, hidden } = translatedDescriptions(language, typed);
  if (found.length + hidden.length === 0) return stored;
  const isOf = (words: readonly string[]): Where => ({
    callbackType: { in: [...RULE_WORDED] },
    OR: words.flatMap((text): Where[] => [
      { jobDescription: text },
      { jobDescription: { startsWith: likeLiteral(`${text} (`) } },
    ]),
  });
  return {
    OR: [
      hidden.length > 0 ? { AND: [stored, { NOT: isOf(hidden) }] } : stored,
      ...found.map((text): Where => ({ AND: [gramFilter(text), isOf([text])] })),
    ],
  };
}
