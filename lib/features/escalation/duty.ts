import { focusOf } from '@/lib/platform/auth/scope';
import { projectsInScope, unitsInScope } from '@/lib/platform/auth/holdings';
import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db, pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { ackItems, tellsEntrapment } from '@/lib/features/notifications/internal';
import type { NoticeAck } from '@/lib/live/realtime/shared/notices';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import { acksOf } from './acks';
import { clockOf, isArrivalLate, isFree, nextClock } from './clocks';
import type { Manner, StoredMark } from './clocks';
import type { DutyRow, DutyStep, queryDuty } from './contract';
import { toldOf } from './told';

/** Open incidents, those whose time ends first on top (readings 80). */

interface Key {
  callback_id: string | null;
  symptom_id: string | null;
  total: string;
}

/** Units `e` of the list: in scope, and in the focus projects where there are some. */
function unitsShown(actor: Actor): Prisma.Sql {
  const focus = focusOf(actor);
  const inFocus =
    focus === null
      ? Prisma.empty
      : Prisma.sql`AND EXISTS (SELECT 1 FROM project_equipment pe JOIN project p ON p.project_id = pe.project_id
                                WHERE pe.equipment_no = e.equipment_no AND pe.project_id = ANY(${[...focus]}) AND ${projectsInScope(actor)})`;
  return Prisma.sql`${unitsInScope(actor)} ${inFocus}`;
}

/** Call-outs that are open, and symptoms whose clocks run; the moment that counts is that of the clock that ends first. */
async function readKeys(actor: Actor, { pageIndex, pageSize }: ParsedOf<typeof queryDuty>) {
  const units = unitsShown(actor);
  const { text, values } = Prisma.sql`
    SELECT callback_id, symptom_id, count(*) OVER () AS total FROM (
      SELECT c.callback_id, NULL AS symptom_id, c.create_date,
             (SELECT min(m.due_date) FROM sla_mark m WHERE m.callback_id = c.callback_id AND m.stopped_date IS NULL) AS due
        FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
       WHERE c.job_status NOT IN ('CLSO', 'CLSC') AND ${units}
      UNION ALL
      SELECT NULL, s.symptom_id, s.create_date,
             (SELECT min(m.due_date) FROM sla_mark m WHERE m.symptom_id = s.symptom_id AND m.stopped_date IS NULL) AS due
        FROM symptom s JOIN equipment e ON e.equipment_no = s.equipment_no
       WHERE s.symptom_id IN (SELECT symptom_id FROM sla_mark WHERE symptom_id IS NOT NULL AND stopped_date IS NULL) AND ${units}
    ) open
    ORDER BY due NULLS LAST, create_date DESC, callback_id, symptom_id
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`;
  const { rows } = await pool().query<Key>({ text, values });
  return rows;
}

const UNIT = {
  select: { equipmentName: true, branch: { select: { branchName: true } } },
} as const;
const MARKS = { orderBy: { id: 'asc' } } as const;

async function readRows(keys: readonly Key[], actor: Actor) {
  const callbackIds = keys.flatMap(({ callback_id: id }) => id ?? []);
  const symptomIds = keys.flatMap(({ symptom_id: id }) => id ?? []);
  const [callbacks, symptoms] = await Promise.all([
    db().callback.findMany({
      where: { callbackId: { in: callbackIds } },
      include: { equipment: UNIT, marks: MARKS },
      omit: { searchGrams: true },
    }),
    db().symptom.findMany({
      where: { symptomId: { in: symptomIds } },
      include: { equipment: UNIT, marks: MARKS },
      omit: { searchGrams: true },
    }),
  ]);
  const found = new Map<string, Incident>([
    ...callbacks.map((row): [string, Incident] => [
      row.callbackId,
      {
        ...row,
        callbackId: row.callbackId,
        symptomId: null,
        objectId: row.callbackId,
        status: row.jobStatus,
        title: row.jobDescription ?? '',
        isTrapped: row.personTrapped && row.releaseDate === null,
      },
    ]),
    ...symptoms.map((row): [string, Incident] => [
      row.symptomId,
      {
        ...row,
        callbackId: null,
        objectId: row.symptomId,
        status: row.symptomState,
        title: shownSymptomTitle(row.symptomTitle, { isWhole: actor.authorities.has('SUPER_MASTER') }),
        technicianName: null,
        technicianPhone: null,
        isTrapped: tellsEntrapment(row),
        personInjured: false,
      },
    ]),
  ]);
  return keys.flatMap(
    ({ callback_id: callbackId, symptom_id: symptomId }) => found.get(callbackId ?? symptomId ?? '') ?? [],
  );
}

interface Incident {
  readonly callbackId: string | null;
  readonly symptomId: string | null;
  readonly objectId: string;
  readonly equipmentNo: string;
  readonly equipment: { equipmentName: string; branch: { branchName: string } };
  readonly status: string;
  readonly title: string;
  readonly technicianName: string | null;
  readonly technicianPhone: string | null;
  readonly isTrapped: boolean;
  readonly personInjured: boolean;
  readonly createDate: Date;
  readonly marks: readonly StoredMark[];
}

interface Known {
  readonly told: DutyStep[];
  readonly acks: NoticeAck[];
}

function toRow(incident: Incident, { told, acks }: Known, manner: Manner): DutyRow {
  const { marks, isTrapped, equipment } = incident;
  const { time, now } = manner;
  const trapped = isTrapped && !isFree(marks);
  return {
    callbackId: incident.callbackId,
    symptomId: incident.symptomId,
    equipmentNo: incident.equipmentNo,
    equipmentName: equipment.equipmentName,
    branchName: equipment.branch.branchName,
    status: incident.status,
    title: incident.title,
    technicianName: incident.technicianName,
    technicianPhone: incident.technicianPhone,
    personTrapped: trapped,
    personInjured: incident.personInjured,
    createDate: time(incident.createDate),
    ...nextClock(marks, manner),
    marks: marks.map(({ clock, level, dueDate, stoppedDate }) => ({
      clock: clockOf(clock),
      level,
      due: dueDate && time(dueDate),
      stopped: stoppedDate !== null,
    })),
    told,
    acks,
    canAcknowledge: !acks.some(({ own }) => own),
    callHelp: trapped && isArrivalLate(marks, now),
  };
}

/** A page of the open incidents that the caller sees. */
export async function findDuty(
  actor: Actor,
  query: ParsedOf<typeof queryDuty>,
  now = Date.now(),
): Promise<OutputOf<typeof queryDuty>> {
  const [keys, time, { maskTime }] = await Promise.all([readKeys(actor, query), shownTime(actor), strategyOf(actor)]);
  const isDatesOnly = showsDatesOnly(actor);
  const incidents = await readRows(keys, actor);
  const manners = incidents.map(({ isTrapped }): Manner => {
    // A strategy that masks times leaves those of trapped persons (silent-screens B2).
    const hasSeconds = !isDatesOnly && (isTrapped || !maskTime);
    return { time: hasSeconds ? formatDateTime : time, hasSeconds, now };
  });
  const [told, acks] = await Promise.all([
    toldOf(
      incidents.map(({ equipmentNo, createDate: since, isTrapped, marks }, index) => ({
        equipmentNo,
        since,
        showsFirst: isTrapped && actor.userType !== 1,
        marks,
        time: manners[index]?.time ?? time,
      })),
    ),
    acksOf(
      incidents.map(({ objectId, equipmentNo }) => ({ objectId, equipmentNo, unitMessage: 'entrapment' as const })),
    ),
  ]);
  const rows = incidents.map((incident, index) => {
    const manner = manners[index] ?? { time, hasSeconds: false, now };
    const known = { told: told[index] ?? [], acks: ackItems(acks[index] ?? [], actor, manner.time) };
    return toRow(incident, known, manner);
  });
  // Beyond the end there is no row that says how many there are.
  const [any] = keys.length > 0 || query.pageIndex === 1 ? keys : await readKeys(actor, { pageIndex: 1, pageSize: 1 });
  return page(rows, Number(any?.total ?? 0), query);
}
