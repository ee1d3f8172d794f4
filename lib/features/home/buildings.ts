import { projectsInScope } from '@/lib/platform/auth/scope/scope';
import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { getCallback } from '@/lib/features/callbacks/contract';
import { shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import { acksOf } from '@/lib/features/incidents/internal/acks';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { openedBy } from '@/lib/features/incidents/internal/incident';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import type { DisplayType } from '@/lib/live/units/value-sets';
import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import type { HomeBuildings, HomeTotals, HomeTrouble, queryHomeBuildings } from './contract';
import { JOIN_STATES, stateSql } from './internal/unit-state-sql';
import { STEPS } from './value-sets';
import type { HelpStep, TroubleKind } from './value-sets';

/**
 * A customer's buildings (readings 142): the whole scope, whatever the focus, so that no trapped person is overlooked.
 */

/** The most troubles that a building shows; its number gives the total. */
const TROUBLES_SHOWN = 10;

interface Rights {
  readonly showsFaults: boolean;
  readonly showsCallbacks: boolean;
}

/** Every unit with its building, its first project and its trouble; `grave` orders them, null: no trouble. */
function unitsOf(actor: Actor, { showsFaults, showsCallbacks }: Rights): Prisma.Sql {
  const hasOpen = showsCallbacks
    ? Prisma.sql`EXISTS (SELECT 1 FROM callback c WHERE c.equipment_no = e.equipment_no AND ${openCallOut})`
    : Prisma.sql`false`;
  const isWell = showsFaults
    ? Prisma.sql`state = 'online' AND error_status = ${ERROR_STATUS.normal} AND NOT is_held`
    : Prisma.sql`false`;
  return Prisma.sql`
    SELECT *, CASE WHEN state = 'trapped' THEN 0 WHEN state = 'fault' THEN 1 WHEN state = 'disconnected' THEN 2
                   WHEN has_open THEN 3 END AS grave, ${isWell} AS is_well
      FROM (
        SELECT e.equipment_no, e.equipment_name, e.display_type::text AS display_type, nullif(e.building_name, '') AS building,
               first.project_id, first.project_name, ${stateSql(showsFaults)} AS state, ${hasOpen} AS has_open,
               s.error_status, s.connection IS NOT DISTINCT FROM 'offline' AS is_held
          FROM equipment e ${JOIN_STATES}
          LEFT JOIN LATERAL (SELECT p.project_id, p.project_name FROM project_equipment pe
                               JOIN project p ON p.project_id = pe.project_id
                              WHERE pe.equipment_no = e.equipment_no AND ${projectsInScope(actor)}
                              ORDER BY p.project_id LIMIT 1) first ON true
         WHERE ${unitsInScope(actor)}) unit`;
}

interface BuildingRow extends HomeTotals {
  readonly project_id: string | null;
  readonly project_name: string | null;
  readonly building: string | null;
  readonly buildings: number;
  readonly all_units: number;
  readonly all_fine: number;
  readonly all_troubled: number;
  readonly all_unknown: number;
  /** The units in trouble; null: none. */
  readonly numbers: string[] | null;
}

/** A page of buildings, the one with the most serious trouble first, each row with the sums of all buildings. */
async function readBuildings(units: Prisma.Sql, limit: number, offset: number): Promise<BuildingRow[]> {
  const { text, values } = Prisma.sql`
    SELECT *, count(*) OVER ()::int AS buildings, sum(units) OVER ()::int AS all_units, sum(fine) OVER ()::int AS all_fine,
           sum(troubled) OVER ()::int AS all_troubled, sum("unknown") OVER ()::int AS all_unknown
      FROM (SELECT project_id, project_name, building, count(*)::int AS units, min(grave) AS gravest,
                   count(*) FILTER (WHERE is_well AND grave IS NULL)::int AS fine, count(grave)::int AS troubled,
                   count(*) FILTER (WHERE NOT is_well AND grave IS NULL)::int AS "unknown",
                   (array_agg(equipment_no ORDER BY grave, equipment_name, equipment_no)
                     FILTER (WHERE grave IS NOT NULL))[1:${Prisma.raw(String(TROUBLES_SHOWN))}] AS numbers
              FROM (${units}) own GROUP BY project_id, project_name, building) grouped
     ORDER BY gravest NULLS LAST, project_name NULLS LAST, building NULLS LAST, project_id LIMIT ${limit} OFFSET ${offset}`;
  return (await pool().query<BuildingRow>({ text, values })).rows;
}

interface TroubleRow {
  readonly equipment_no: string;
  readonly equipment_name: string;
  readonly display_type: DisplayType;
  readonly grave: number;
  readonly callback_id: string | null;
  readonly job_status: CallbackStatusCode | null;
  readonly callback_type: string;
  readonly technician_phone: string | null;
  readonly job_update_date: Date;
  readonly person_trapped: boolean;
  readonly arrival_due: Date | null;
  readonly expected_return: Date | null;
}

/** The troubles of these units and the help under way, worst first. */
async function readTroubles(
  units: Prisma.Sql,
  numbers: readonly string[],
  { showsCallbacks }: Rights,
): Promise<TroubleRow[]> {
  if (numbers.length === 0) return [];
  const { text, values } = Prisma.sql`
    SELECT own.equipment_no, own.equipment_name, own.display_type, own.grave, c.callback_id, c.job_status, c.job_update_date, c.callback_type, c.technician_phone,
           c.person_trapped,
           (SELECT m.due_date FROM sla_mark m WHERE m.callback_id = c.callback_id AND m.clock = 'arrival' AND m.stopped_date IS NULL) AS arrival_due,
           (SELECT h.expected_return_date FROM callback_status h WHERE h.callback_id = c.callback_id AND h.status = 'INTR'
             ORDER BY h.update_time DESC, h.id DESC LIMIT 1) AS expected_return
      FROM (${units}) own
      LEFT JOIN LATERAL (SELECT * FROM callback c WHERE ${showsCallbacks} AND c.equipment_no = own.equipment_no AND ${openCallOut}
                          ORDER BY c.person_trapped DESC, c.create_date DESC, c.callback_id LIMIT 1) c ON true
     WHERE own.equipment_no = ANY(${[...numbers]})
     ORDER BY own.grave, own.equipment_name, own.equipment_no`;
  return (await pool().query<TroubleRow>({ text, values })).rows;
}

const CONDITIONS: readonly TroubleKind[] = ['trapped', 'fault', 'disconnected', 'repair'];
const STEP_OF: Readonly<Record<string, HelpStep>> = {
  REQU: 'reassigning',
  PAGE: 'assigned',
  DISP: 'onTheWay',
  SITE: 'onSite',
  INTR: 'paused',
};

/** The state of these units' call-outs without a dispatch: by who opened them, and whether somebody took them. */
async function firstSteps(rows: readonly TroubleRow[]): Promise<Map<string, HelpStep>> {
  const first = rows.flatMap((row) =>
    row.callback_id !== null && row.job_status === 'INIT' ? [{ ...row, callbackId: row.callback_id }] : [],
  );
  const acks = await acksOf(
    first.map(({ callbackId, equipment_no: equipmentNo, grave }) => ({
      object: { kind: 'callback', id: callbackId },
      equipmentNo,
      isTrapped: CONDITIONS[grave] === 'trapped',
    })),
  );
  return new Map(
    first.map(({ callbackId, callback_type: callbackType }, index) => {
      const given = (acks[index] ?? []).map(({ endsRequests }) => ({ inCharge: endsRequests }));
      const { word } = incidentState({ status: 'INIT', openedBy: openedBy({ callbackType }) }, given);
      return [callbackId, STEPS.find((step) => step === word) ?? 'opened'];
    }),
  );
}

function troubleOf(
  row: TroubleRow,
  steps: ReadonlyMap<string, HelpStep>,
  timeOf: Awaited<ReturnType<typeof shownOf>>['timeOf'],
): HomeTrouble {
  const condition = CONDITIONS[row.grave] ?? 'repair';
  const time = timeOf({ personTrapped: row.person_trapped || condition === 'trapped' });
  const step = row.job_status === null ? undefined : (steps.get(row.callback_id ?? '') ?? STEP_OF[row.job_status]);
  const arrivalDue = step === 'onSite' || step === 'paused' ? null : row.arrival_due;
  return {
    equipmentNo: row.equipment_no,
    equipmentName: row.equipment_name,
    displayType: row.display_type,
    condition,
    callback:
      row.callback_id === null || step === undefined
        ? null
        : {
            callbackId: row.callback_id,
            step,
            since: time(row.job_update_date),
            arrivalDue: arrivalDue && time(arrivalDue),
            late: arrivalDue !== null && arrivalDue.getTime() < Date.now(),
            technicianPhone: row.technician_phone,
            expectedReturn: step === 'paused' && row.expected_return ? time(row.expected_return) : null,
          },
  };
}

const NOTHING: HomeTotals = { units: 0, fine: 0, troubled: 0, unknown: 0 };

/** A page of the caller's buildings with the sums of all of them. */
export async function findBuildings(actor: Actor, query: ParsedOf<typeof queryHomeBuildings>): Promise<HomeBuildings> {
  const [{ dataGroups }, { timeOf }] = await Promise.all([strategyOf(actor), shownOf(actor)]);
  const rights: Rights = {
    showsFaults: dataGroups.includes('faults'),
    showsCallbacks: may(actor, getCallback),
  };
  const units = unitsOf(actor, rights);
  const found = await readBuildings(units, query.pageSize, (query.pageIndex - 1) * query.pageSize);
  // Beyond the last page there is no row that gives the total.
  const sums = found[0] ?? (query.pageIndex > 1 ? (await readBuildings(units, 1, 0))[0] : undefined);
  const troubles = await readTroubles(
    units,
    found.flatMap(({ numbers }) => numbers ?? []),
    rights,
  );
  const steps = await firstSteps(troubles);
  const byNo = new Map(troubles.map((row) => [row.equipment_no, troubleOf(row, steps, timeOf)]));
  const buildings = found.map((row) => ({
    projectId: row.project_id,
    projectName: row.project_name,
    buildingName: row.building,
    units: row.units,
    fine: row.fine,
    troubled: row.troubled,
    unknown: row.unknown,
    troubles: (row.numbers ?? []).flatMap((equipmentNo) => byNo.get(equipmentNo) ?? []),
  }));
  return {
    totals: sums
      ? { units: sums.all_units, fine: sums.all_fine, troubled: sums.all_troubled, unknown: sums.all_unknown }
      : NOTHING,
    ...rights,
    buildings: page(buildings, sums?.buildings ?? 0, query),
  };
}
