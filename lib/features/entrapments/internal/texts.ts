import { config } from '@/lib/config';
import { audienceFrom } from '@/lib/features/notifications/internal/ranks';
import { channelReceiversOf, textReceiver } from '@/lib/features/notifications/internal/receivers';
import type { ReceiverUnit } from '@/lib/features/notifications/internal/receivers';
import { wordIn } from '@/lib/features/notifications/internal/words';
import type { NoticeWord } from '@/lib/features/notifications/internal/words';
import { livePageOf } from '@/lib/live/units/live-page';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { queueSms, withdrawSms } from '@/lib/platform/texting/queue';
import { hrefOf } from '@/lib/routes';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { Entrapment } from './entrapment';
import { placeOf } from './place';

/** Text messages of an entrapment: its start at once, its release to whoever was told of the start, each once (readings 248). */

const words = (key: string, params: Record<string, string | number> = {}) =>
  translateServer(DEFAULT_LANGUAGE, 'entrapments', key, params);
const shortTime = (at: Date) => formatDateTime(at).slice(5, 16);

/** When, and after how many minutes; below one in seconds. */
export function releaseWord({
  startAt,
  releasedAt,
}: {
  readonly startAt: Date;
  readonly releasedAt: Date;
}): NoticeWord {
  const seconds = Math.max(0, Math.round((releasedAt.getTime() - startAt.getTime()) / 1000));
  const length: NoticeWord =
    seconds < 60
      ? { namespace: 'entrapments', key: 'seconds', params: { count: seconds } }
      : { namespace: 'entrapments', key: 'minutes', params: { count: Math.floor(seconds / 60) } };
  return { namespace: 'entrapments', key: 'release', params: { time: shortTime(releasedAt), length } };
}

/** The call-out, or the live page where none is open. */
async function hrefFor(sql: Transaction, { callbackId, equipmentNo }: Entrapment): Promise<string> {
  if (callbackId !== null) return new URL(hrefOf('callbackDetail', { callbackId }), config().publicUrl).href;
  const { displayType } = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { displayType: true },
  });
  return new URL(hrefOf(livePageOf(displayType) ?? 'elevator', { equipmentNo }), config().publicUrl).href;
}

async function startWords(sql: Transaction, entrapment: Entrapment): Promise<string> {
  const { equipmentNo, callbackId, startAt } = entrapment;
  const { name, address, floor } = await placeOf(sql, equipmentNo, startAt);
  return [
    words('start', { name, no: equipmentNo }),
    ...(address ? [words('address', { address })] : []),
    ...(floor ? [words('floor', { floor })] : []),
    words('since', { time: shortTime(startAt) }),
    ...(callbackId === null ? [] : [words('callback', { id: callbackId })]),
    await hrefFor(sql, entrapment),
  ].join(words('separator'));
}

/** Those who have charge of call-outs in the unit's branch, whatever tabs of the wall they hold, and whoever hears it by F4. */
async function receiversOfStart(sql: Transaction, unit: ReceiverUnit) {
  const [charged, hearers] = [
    await audienceFrom(sql, unit, 'dispatcher', 'entrapment'),
    await channelReceiversOf(sql, unit, 'entrapment'),
  ];
  const all = new Map([...hearers, ...(charged?.people ?? [])].map((person) => [person.username, person]));
  return [...all.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
}

/** Text messages that say that somebody is trapped in the unit: they are called off with the release. */
export async function noteTexts(sql: Transaction, equipmentNo: string, smsIds: readonly bigint[]): Promise<void> {
  if (smsIds.length === 0) return;
  const open = await sql.entrapment.findFirst({ where: { equipmentNo, releasedAt: null }, select: { id: true } });
  if (open) await sql.entrapmentText.createMany({ data: smsIds.map((smsId) => ({ smsId, entrapmentId: open.id })) });
}

/** Tells of the start, as far as nobody has and it is not over. */
export async function textStart(
  sql: Transaction,
  entrapment: Entrapment,
  unit: ReceiverUnit,
  now: number,
): Promise<void> {
  if (entrapment.toldDate !== null) return;
  await sql.entrapment.update({ where: { id: entrapment.id }, data: { toldDate: new Date(now) } });
  if (entrapment.releasedAt !== null) return;
  const text = await startWords(sql, entrapment);
  const smsIds: bigint[] = [];
  for (const receiver of await receiversOfStart(sql, unit))
    smsIds.push(await textReceiver(sql, receiver, unit, { kind: 'entrapment', text, now }));
  await noteTexts(sql, unit.equipmentNo, smsIds);
}

/** Calls off what has not left, and tells those whom something has reached that the persons are free. */
export async function textRelease(
  sql: Transaction,
  entrapment: Entrapment,
  unit: ReceiverUnit,
  now: number,
): Promise<void> {
  const { id, equipmentNo, startAt, releasedAt, releaseToldDate } = entrapment;
  if (releasedAt === null || releaseToldDate !== null) return;
  await sql.entrapment.update({
    where: { id },
    data: { releaseToldDate: new Date(now), toldDate: entrapment.toldDate ?? new Date(now) },
  });
  const texts = await sql.entrapmentText.findMany({ where: { entrapmentId: id }, select: { smsId: true } });
  const smsIds = texts.map(({ smsId }) => smsId);
  // Before it is asked who was reached: nothing begins to leave in between.
  await withdrawSms(sql, smsIds, 'released');
  const left = await sql.smsLog.findMany({
    where: {
      id: { in: smsIds },
      OR: [{ state: { in: ['SENT', 'DELIVERED'] } }, { error: 'released', tries: { gt: 0 } }],
    },
    orderBy: { id: 'asc' },
    select: { username: true, phone: true, projectId: true },
  });
  const { name } = await placeOf(sql, equipmentNo, startAt);
  const text = words('released', {
    name,
    no: equipmentNo,
    when: wordIn(DEFAULT_LANGUAGE, releaseWord({ startAt, releasedAt })),
  });
  const receivers = new Map(left.map((sms) => [sms.username ?? sms.phone, sms]));
  for (const receiver of receivers.values()) await queueSms(sql, { type: 'callback', ...receiver, ...unit, text }, now);
}
