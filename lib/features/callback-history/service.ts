import { requireCallback } from '@/lib/features/callbacks/internal/require-callback';
import { requireKept, shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import { openedBy } from '@/lib/features/incidents/internal/incident';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { callbackStatusOf } from '@/lib/features/callbacks/state';
import { listCallbackHistory } from './contract';
import type { HistoryActor, HistoryMoment } from './contract';
import { readEscalationHistory } from './escalation-history';
import type { HistoryWindow } from './escalation-history';

/**
 * The history of one call-out from the stored rows: states, dispatches, acknowledgements, notifications (readings 270).
 */

/**
 * A box reports trapped persons before anybody opens a call-out, and the last text message is sent after it is closed.
 */
const AROUND_MS = 10 * 60_000;
const TECHNICIAN = 'technician:';

const PAST = {
  callbackId: true,
  equipmentNo: true,
  callbackType: true,
  personTrapped: true,
  createDate: true,
  closeDate: true,
  releaseDate: true,
  technicianName: true,
  technicianPhone: true,
  statuses: { orderBy: [{ updateTime: 'asc' }, { id: 'asc' }] },
  technicianLinks: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.CallbackSelect;
type HistoryCallback = Prisma.CallbackGetPayload<{ select: typeof PAST }>;

/**
 * Who has acknowledged the call-out, a symptom of it, or a notification about it. Each account once, at its first time.
 */
async function readAcks(callbackId: string, notificationIds: readonly bigint[], { from, until }: HistoryWindow) {
  const ackDate = { gte: from, lte: until };
  const [ofIncident, ofMessages] = await Promise.all([
    db().incidentAck.findMany({
      where: { OR: [{ callbackId }, { symptom: { callbackId } }], ackDate },
      select: { username: true, ackDate: true },
    }),
    db().notificationAck.findMany({
      where: { notificationId: { in: [...notificationIds] }, ackDate },
      select: { username: true, ackDate: true },
    }),
  ]);
  const first = new Map<string, Date>();
  for (const ack of [...ofIncident, ...ofMessages]) {
    const known = first.get(ack.username);
    if (!known || ack.ackDate < known) first.set(ack.username, ack.ackDate);
  }
  return [...first].map(([username, at]) => ({ username, at }));
}

/** Notifications of the call-out, and of events that were open at its unit meanwhile. */
async function readNotices(
  { callbackId, equipmentNo, personTrapped }: HistoryCallback,
  { from, until }: HistoryWindow,
) {
  const rows = await db().notification.findMany({
    where: {
      equipmentNo,
      OR: [
        { objectId: callbackId, notificationType: 'callback' },
        { notificationType: personTrapped ? 'entrapment' : 'error', notificationDate: { gte: from, lte: until } },
      ],
    },
    select: { notificationId: true },
  });
  return rows.map(({ notificationId }) => notificationId);
}

/**
 * Names of those who acted, as far as the reader may know them. Customers learn the names of their own accounts and of
 * the present technician.
 */
async function namesOf(actor: Actor, row: HistoryCallback, usernames: readonly string[]) {
  const users = await db().user.findMany({
    where: { username: { in: [...usernames] } },
    select: { username: true, nickName: true },
  });
  const nickNames = new Map(users.map(({ username, nickName }) => [username, nickName]));
  const technicianOf = (phone: string, name: string | null) =>
    isCustomer(actor) && phone !== row.technicianPhone ? null : name;
  return {
    technicianOf,
    by: (operator: string | null): HistoryActor | null => {
      if (operator === null) return null;
      if (operator.startsWith(TECHNICIAN)) {
        const phone = operator.slice(TECHNICIAN.length);
        const link = row.technicianLinks.findLast(({ technicianPhone }) => technicianPhone === phone);
        return { kind: 'technician', name: technicianOf(phone, link?.technicianName ?? null) };
      }
      const isShown = !isCustomer(actor) || operator === actor.username;
      // A name without an account comes from the system that delivered the history.
      return { kind: 'account', name: isShown ? (nickNames.get(operator) ?? operator) : null };
    },
  };
}

/** Who was dispatched with a PAGE, and the text message of its link: the next text after the one before. */
function dispatchOf(row: HistoryCallback, updateTime: Date, messages: ReadonlyMap<bigint, { state: StoredSmsState }>) {
  const next = row.statuses.find((one) => one.status === 'PAGE' && one.updateTime > updateTime);
  const link = row.technicianLinks.findLast(
    ({ createDate }) => createDate >= updateTime && (!next || createDate < next.updateTime),
  );
  if (link)
    return { name: link.technicianName, phone: link.technicianPhone, smsState: messages.get(link.smsId)?.state };
  if (next || row.technicianName === null) return null;
  return { name: row.technicianName, phone: row.technicianPhone ?? '', smsState: undefined };
}
type StoredSmsState = Prisma.SmsLogGetPayload<{ select: { state: true } }>['state'];

interface DatedMoment {
  readonly on: Date;
  readonly moment: HistoryMoment;
}

async function statusMoments(
  row: HistoryCallback,
  names: Awaited<ReturnType<typeof namesOf>>,
  time: ShownTime,
): Promise<DatedMoment[]> {
  const messages = new Map(
    (
      await db().smsLog.findMany({
        where: { id: { in: row.technicianLinks.map(({ smsId }) => smsId) } },
        select: { id: true, state: true },
      })
    ).map(({ id, state }) => [id, { state }]),
  );
  return row.statuses.map(({ status, updateTime, operator, reason, expectedReturnDate }) => {
    const sent = status === 'PAGE' ? dispatchOf(row, updateTime, messages) : null;
    const isSystem = operator === null && status === 'INIT' && openedBy(row) === 'system';
    return {
      on: updateTime,
      moment: {
        kind: 'status',
        at: time(updateTime),
        status: callbackStatusOf(status),
        by: isSystem ? { kind: 'system', name: null } : names.by(operator),
        reason,
        expectedReturnDate: expectedReturnDate && time(expectedReturnDate),
        technician: sent && { name: names.technicianOf(sent.phone, sent.name), smsState: sent.smsState ?? null },
      },
    };
  });
}

/** Accepting and releasing are not states. A technician who is on the way has accepted, too. */
function technicianMoments(
  row: HistoryCallback,
  names: Awaited<ReturnType<typeof namesOf>>,
  time: ShownTime,
): DatedMoment[] {
  const by = (phone: string) => names.by(`${TECHNICIAN}${phone}`);
  const accepted = row.technicianLinks.flatMap(
    ({ acceptedDate, onWayDate, arrivedDate, technicianPhone }): DatedMoment[] =>
      acceptedDate === null || [onWayDate, arrivedDate].some((at) => at?.getTime() === acceptedDate.getTime())
        ? []
        : [{ on: acceptedDate, moment: { kind: 'accepted', at: time(acceptedDate), by: by(technicianPhone) } }],
  );
  if (row.releaseDate === null) return accepted;
  const freedBy = row.technicianLinks.find(({ freedDate }) => freedDate?.getTime() === row.releaseDate?.getTime());
  return [
    ...accepted,
    {
      on: row.releaseDate,
      moment: { kind: 'freed', at: time(row.releaseDate), by: freedBy ? by(freedBy.technicianPhone) : null },
    },
  ];
}

/** Newest first. @throws not_found, no_object_permission, access_denied (data strategy) */
async function findHistory(actor: Actor, callbackId: string, now = Date.now()): Promise<HistoryMoment[]> {
  const found = await requireCallback(actor, callbackId);
  await requireKept(actor, found);
  const [row, { timeOf }] = await Promise.all([
    db().callback.findUniqueOrThrow({ where: { callbackId }, select: PAST }),
    shownOf(actor),
  ]);
  const time = timeOf(row);
  const window: HistoryWindow = {
    from: new Date(row.createDate.getTime() - AROUND_MS),
    until: new Date(row.closeDate ? row.closeDate.getTime() + AROUND_MS : now),
  };
  const notificationIds = await readNotices(row, window);
  const [acks, told] = await Promise.all([
    readAcks(callbackId, notificationIds, window),
    // Customers may not see accounts of the staff, and the staff not those of customers.
    isCustomer(actor)
      ? []
      : readEscalationHistory({ callbackId, equipmentNo: row.equipmentNo, window, notificationIds }),
  ]);
  const names = await namesOf(actor, row, [
    ...row.statuses.flatMap(({ operator }) => operator ?? []),
    ...acks.map(({ username }) => username),
  ]);
  const moments: DatedMoment[] = [
    ...(await statusMoments(row, names, time)),
    ...technicianMoments(row, names, time),
    ...acks.map(({ username, at }): DatedMoment => ({
      on: at,
      moment: { kind: 'acknowledged', at: time(at), by: names.by(username) },
    })),
    ...told.map(({ at, ...rest }): DatedMoment => ({ on: at, moment: { kind: 'told', at: time(at), ...rest } })),
  ];
  // Sorted oldest first and then reversed, so that of one moment the state is below what followed from it.
  return moments
    .sort((a, b) => a.on.getTime() - b.on.getTime())
    .reverse()
    .map(({ moment }) => moment);
}

export const services = [serve(listCallbackHistory, ({ actor }, { callbackId }) => findHistory(actor, callbackId))];
