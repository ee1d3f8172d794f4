import type { DutyRow, queryDuty } from '../duty-contract';
import { clockOf, currentMarks } from '@/lib/features/callbacks/internal/clocks';
import type { StoredMark } from '@/lib/features/callbacks/internal/clocks';
import { wholeTitles } from '@/lib/features/symptoms/contract';
import { descriptionIn, ruleWords } from '@/lib/live/detector/rule-words';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db, pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { callbackStatusOf } from '@/lib/features/callbacks/state';
import { openedBy } from './incident';
import type { IncidentSubject } from './incident';
import { readerOf, responsesOf } from '../incident-context';
import type { Incident, IncidentReader } from '../incident-context';
import { ofCallback, readTrapped } from '../trapped-incidents';
import { openCallOut } from './keys';

/** Open incidents, those whose time ends first on top (readings 80). */

interface DutyKeyRow {
  callback_id: string | null;
  symptom_id: string | null;
  total: string;
}

/** Open call-outs, and symptoms with running clocks; ordered by the clock that ends first. */
async function readKeys(
  { since }: IncidentReader,
  { pageIndex, pageSize }: ParsedOf<typeof queryDuty>,
  units: Prisma.Sql,
) {
  const kept = since === null ? Prisma.empty : Prisma.sql`AND (c.person_trapped OR c.create_date >= ${since})`;
  const { text, values } = Prisma.sql`
    SELECT callback_id, symptom_id, count(*) OVER () AS total FROM (
      SELECT c.callback_id, NULL AS symptom_id, c.create_date,
             (SELECT min(m.due_date) FROM sla_mark m WHERE m.callback_id = c.callback_id AND m.stopped_date IS NULL) AS due
        FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
       WHERE ${openCallOut} AND ${units} ${kept}
      UNION ALL
      SELECT NULL, s.symptom_id, s.create_date,
             (SELECT min(m.due_date) FROM sla_mark m WHERE m.symptom_id = s.symptom_id AND m.stopped_date IS NULL) AS due
        FROM symptom s JOIN equipment e ON e.equipment_no = s.equipment_no
       WHERE s.symptom_id IN (SELECT symptom_id FROM sla_mark WHERE symptom_id IS NOT NULL AND stopped_date IS NULL) AND ${units}
    ) open
    ORDER BY due NULLS LAST, create_date DESC, callback_id, symptom_id
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`;
  const { rows } = await pool().query<DutyKeyRow>({ text, values });
  return rows;
}

const UNIT = {
  select: { equipmentName: true, branch: { select: { branchName: true } } },
} as const;
const MARKS = { orderBy: { id: 'asc' } } as const;

interface DutyIncident {
  readonly object: IncidentSubject;
  readonly equipmentNo: string;
  readonly equipment: { equipmentName: string; branch: { branchName: string } };
  readonly openedBy: ReturnType<typeof openedBy> | null;
  readonly title: string;
  readonly technicianName: string | null;
  readonly technicianPhone: string | null;
  /** The symptom reports trapped persons. */
  readonly isTrapped: boolean;
  readonly personInjured: boolean;
  readonly createDate: Date;
  readonly marks: readonly StoredMark[];
}

async function readRows(keys: readonly DutyKeyRow[], actor: Actor, language: Language): Promise<DutyIncident[]> {
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
  const shown = { isWhole: may(actor, wholeTitles), words: ruleWords(language) };
  const descriptionOf = descriptionIn(language);
  const found = new Map<string, DutyIncident>([
    ...callbacks.map((row): [string, DutyIncident] => [
      row.callbackId,
      {
        ...row,
        object: {
          kind: 'callback',
          id: row.callbackId,
          status: callbackStatusOf(row.jobStatus),
        },
        openedBy: openedBy(row),
        title: descriptionOf(row),
        isTrapped: false,
      },
    ]),
    ...symptoms.map((row): [string, DutyIncident] => [
      row.symptomId,
      {
        ...row,
        object: { kind: 'symptom', id: row.symptomId, status: row.symptomState },
        openedBy: null,
        title: shownSymptomTitle(row.symptomTitle, shown),
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

/** Call-outs of a unit in which somebody is trapped, and symptoms that report it. */
async function toIncidents(open: readonly DutyIncident[]): Promise<Incident[]> {
  const ofCalls = open.filter(({ object }) => object.kind === 'callback');
  const trapped = await readTrapped(ofCalls.map(({ equipmentNo }) => equipmentNo));
  return open.map(({ object, equipmentNo, isTrapped, createDate, marks }) => {
    const now = object.kind === 'callback' ? ofCallback(trapped.get(equipmentNo), object.id) : undefined;
    return {
      equipmentNo,
      object,
      isTrapped: isTrapped || now !== undefined,
      toldSince: now ? new Date(now.begins) : createDate,
      ackedFrom: now?.knownAt,
      marks: currentMarks(marks),
      notificationId: null,
    };
  });
}

/**
 * A page of the open incidents that the caller sees.
 * @param units which of the caller's units `e`; absent: those that lists show
 */
export async function findDuty(
  actor: Actor,
  query: ParsedOf<typeof queryDuty>,
  language: Language,
  units: Prisma.Sql = unitsShown(actor),
  now = Date.now(),
): Promise<OutputOf<typeof queryDuty>> {
  const reader = await readerOf(actor, now);
  const keys = await readKeys(reader, query, units);
  const open = await readRows(keys, actor, language);
  const incidents = await toIncidents(open);
  const responses = await responsesOf(incidents, reader);
  const rows = open.flatMap((one, index): DutyRow[] => {
    const [incident, said] = [incidents[index], responses[index]];
    if (!incident || !said) return [];
    const { time } = reader.mannerOf(incident.isTrapped);
    const { object, equipment } = one;
    return [
      {
        callbackId: object.kind === 'callback' ? object.id : null,
        symptomId: object.kind === 'symptom' ? object.id : null,
        equipmentNo: one.equipmentNo,
        equipmentName: equipment.equipmentName,
        branchName: equipment.branch.branchName,
        status: object.status,
        openedBy: one.openedBy,
        title: one.title,
        technicianName: one.technicianName,
        technicianPhone: one.technicianPhone,
        personTrapped: incident.isTrapped,
        personInjured: one.personInjured,
        createDate: time(one.createDate),
        marks: incident.marks.map(({ clock, level, dueDate, stoppedDate }) => ({
          clock: clockOf(clock),
          level,
          due: dueDate && time(dueDate),
          stopped: stoppedDate !== null,
        })),
        ...said,
      },
    ];
  });
  // Beyond the last page there is no row that gives the total.
  const [any] =
    keys.length > 0 || query.pageIndex === 1 ? keys : await readKeys(reader, { pageIndex: 1, pageSize: 1 }, units);
  return page(rows, Number(any?.total ?? 0), query);
}
