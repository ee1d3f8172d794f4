import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { partsOf, sharedFigures } from '@/lib/platform/db/shared-counts';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { UNIT_STATES } from '@/lib/live/units/condition';
import type { UnitState } from '@/lib/live/units/condition';
import type { countUnitStates, UnitStates } from './contract';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { JOIN_STATES, stateSql } from './internal/unit-state-sql';

/**
 * After a change is written, the bell waits longer than this. So a page that asks when the bell rings gets no older
 * figures.
 */
const TOGETHER_MS = 150;

/**
 * Units in scope and focus by their most serious state, each once (readings 140). Calls at the same moment share the
 * query.
 */
export async function countStates(
  actor: Actor,
  { maxAge }: Partial<ParsedOf<typeof countUnitStates>>,
): Promise<UnitStates> {
  const { dataGroups } = await strategyOf(actor);
  const statement = Prisma.sql`
    SELECT ${stateSql(dataGroups.includes('faults'))} AS state, count(*)::int AS count
      FROM equipment e ${JOIN_STATES}
     WHERE ${unitsShown(actor)} GROUP BY 1`;
  const { text, values } = statement;
  return sharedFigures(
    actor,
    'countUnitStates',
    partsOf(statement),
    Math.max((maxAge ?? 0) * 1000, TOGETHER_MS),
    async () => {
      const { rows } = await pool().query<{ state: UnitState; count: number }>({ text, values });
      const of = (wanted: UnitState) => rows.find(({ state }) => state === wanted)?.count ?? 0;
      const counts = Object.fromEntries(UNIT_STATES.map((state) => [state, of(state)])) as Record<UnitState, number>;
      return { total: rows.reduce((sum, { count }) => sum + count, 0), ...counts };
    },
  );
}
