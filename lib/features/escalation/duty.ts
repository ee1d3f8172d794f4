import { focusOf } from '@/lib/platform/auth/scope';
import { projectsInScope, unitsInScope } from '@/lib/platform/auth/holdings';
import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db, pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { tellsEntrapment } from '@/lib/features/notifications/internal';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { incidentAcks } from './acknowledge';
import type { DutyRow, DutyStep, queryDuty } from './contract';
import { SlaClock } from '@/lib/features/callbacks/contract';

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
  readonly marks: readonly {
    readonly id: bigint;
    readonly clock: string;
    readonly dueDate: Date | null;
    readonly limitSec: number;
    readonly stoppedDate: Date | null;
    readonly level: number;
  }[];
}

const clockOf = (stored: string) => SlaClock.shape.clock.parse(stored);

/** What was told of it, oldest first: by its clocks, and because nobody had acknowledged. */
async function stepsOf({ equipmentNo, createDate, marks }: Incident, time: ShownTime): Promise<DutyStep[]> {
  const clocks = new Map(marks.map(({ id, clock }) => [id, clock]));
  // A box tells of trapped persons before anybody opens a call-out.
  const from = new Date(createDate.getTime() - 10 * 60_000);
  const steps = await db().escalationStep.findMany({
    where: {
      OR: [
        { markId: { in: [...clocks.keys()] } },
        { notificationId: { not: null }, equipmentNo, createDate: { gte: from } },
      ],
    },
    orderBy: [{ createDate: 'asc' }, { id: 'asc' }],
    include: {
      told: {
        orderBy: [{ username: 'asc' }, { channel: 'asc' }],
        include: { user: { select: { nickName: true } } },
      },
    },
  });
  const smsIds = steps.flatMap(({ told }) => told.flatMap(({ smsId }) => smsId ?? []));
  const messages = await db().smsLog.findMany({ where: { id: { in: smsIds } }, select: { id: true, state: true } });
  const stateOf = new Map(messages.map(({ id, state }) => [id, state]));
  return steps.map(({ level, markId, outcome, createDate: at, told }) => {
    const people = new Map<string, DutyStep['people'][number]>();
    for (const { username, channel, smsId, user } of told) {
      const person = people.get(username) ?? { nickName: user.nickName, channels: [], smsState: null };
      person.channels.push(channel === 'sms' ? 'sms' : 'notice');
      if (smsId !== null) person.smsState = stateOf.get(smsId) ?? null;
      people.set(username, person);
    }
    const clock = markId === null ? undefined : clocks.get(markId);
    return {
      level,
      clock: clock === undefined ? null : clockOf(clock),
      outcome: outcome === 'told' ? 'told' : outcome === 'late' ? 'late' : 'nobody',
      createDate: time(at),
      people: [...people.values()],
    };
  });
}

interface Manner {
  readonly time: ShownTime;
  readonly hasSeconds: boolean;
  readonly now: number;
}

async function toRow(incident: Incident, actor: Actor, { time, hasSeconds, now }: Manner): Promise<DutyRow> {
  const { marks, isTrapped, equipment } = incident;
  const isFree = marks.some(({ clock, stoppedDate }) => clock === 'release' && stoppedDate !== null);
  const trapped = isTrapped && !isFree;
  const running = marks
    .filter(({ dueDate, stoppedDate }) => dueDate !== null && stoppedDate === null)
    .sort((a, b) => Number(a.dueDate) - Number(b.dueDate));
  const [next] = running;
  const arrival = running.find(({ clock }) => clock === 'arrival');
  const [told, acks] = await Promise.all([stepsOf(incident, time), incidentAcks(incident, actor, time)]);
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
    clock: next ? clockOf(next.clock) : null,
    due: next?.dueDate ? time(next.dueDate) : null,
    limitSec: next?.limitSec ?? null,
    remainingSec: next?.dueDate && hasSeconds ? Math.ceil((next.dueDate.getTime() - now) / 1000) : null,
    marks: marks.map(({ clock, level, dueDate, stoppedDate }) => ({
      clock: clockOf(clock),
      level,
      due: dueDate && time(dueDate),
      stopped: stoppedDate !== null,
    })),
    told,
    acks,
    canAcknowledge: !acks.some(({ own }) => own),
    callHelp: trapped && arrival?.dueDate !== undefined && arrival.dueDate !== null && arrival.dueDate.getTime() < now,
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
  const rows = await Promise.all(
    (await readRows(keys, actor)).map((incident) => {
      // A strategy that masks times leaves those of trapped persons (silent-screens B2).
      const hasSeconds = !isDatesOnly && (incident.isTrapped || !maskTime);
      return toRow(incident, actor, { time: hasSeconds ? formatDateTime : time, hasSeconds, now });
    }),
  );
  // Beyond the end there is no row that says how many there are.
  const [any] = keys.length > 0 || query.pageIndex === 1 ? keys : await readKeys(actor, { pageIndex: 1, pageSize: 1 });
  return page(rows, Number(any?.total ?? 0), query);
}
