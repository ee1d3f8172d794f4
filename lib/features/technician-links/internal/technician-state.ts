import { db } from '@/lib/platform/db/client';
import type { SmsState } from '@/lib/platform/texting/contract';
import type { TechnicianStateName } from '../value-sets';

/** What a technician who was sent knows of it, and said (readings 245): strip, home, board and history ask here. */

export interface TechnicianState {
  readonly state: TechnicianStateName;
  /** Since when; null for `none`. */
  readonly at: Date | null;
  readonly technicianName: string | null;
  readonly technicianPhone: string | null;
}

/** What waits longer than this for a provider has not been sent, whatever will come of it. */
const SENT_WITHIN_MS = 2 * 60_000;

export interface MessageFate {
  readonly state: SmsState;
  readonly error: string | null;
  readonly createDate: Date;
}

/** What became of the message. `told` only when a provider took it; one that failed and will be tried again has failed so far. */
export function fateOf(sms: MessageFate | undefined, now: number): 'sending' | 'told' | 'failed' {
  if (sms?.state === 'SENT' || sms?.state === 'DELIVERED') return 'told';
  const isWaiting = sms?.state === 'QUEUED' && sms.error === null && now - sms.createDate.getTime() <= SENT_WITHIN_MS;
  return isWaiting ? 'sending' : 'failed';
}

export interface LinkMoments {
  readonly technicianName: string;
  readonly technicianPhone: string;
  readonly createDate: Date;
  readonly acceptedDate: Date | null;
  readonly onWayDate: Date | null;
  readonly givenBackDate: Date | null;
  readonly revokedDate: Date | null;
}

const NONE: TechnicianState = { state: 'none', at: null, technicianName: null, technicianPhone: null };

/** The state of a call-out's last link. One that ended otherwise than by being given back says nothing any more. Pure. */
export function technicianState(
  link: LinkMoments | undefined,
  sms: MessageFate | undefined,
  now: number,
): TechnicianState {
  if (!link) return NONE;
  const { technicianName, technicianPhone, givenBackDate, revokedDate, onWayDate, acceptedDate, createDate } = link;
  const said = (state: TechnicianStateName, at: Date) => ({ state, at, technicianName, technicianPhone });
  if (givenBackDate) return said('givenBack', givenBackDate);
  if (revokedDate) return NONE;
  if (onWayDate) return said('onWay', onWayDate);
  if (acceptedDate) return said('accepted', acceptedDate);
  return said(fateOf(sms, now), createDate);
}

export const LINK_MOMENTS = {
  technicianName: true,
  technicianPhone: true,
  createDate: true,
  acceptedDate: true,
  onWayDate: true,
  givenBackDate: true,
  revokedDate: true,
} as const;

/** The messages of links, by their number in the log. */
export async function fatesOf(smsIds: readonly bigint[]): Promise<Map<bigint, MessageFate>> {
  if (smsIds.length === 0) return new Map();
  const rows = await db().smsLog.findMany({
    where: { id: { in: [...smsIds] } },
    select: { id: true, state: true, error: true, createDate: true },
  });
  return new Map(rows.map(({ id, ...fate }) => [id, fate]));
}

/** What is known of each call-out's technician; two questions for all of them. Every key has an answer. */
export async function technicianStateOf(
  callbackIds: readonly string[],
  now = Date.now(),
): Promise<Map<string, TechnicianState>> {
  if (callbackIds.length === 0) return new Map();
  const links = await db().technicianLink.findMany({
    where: { callbackId: { in: [...callbackIds] } },
    orderBy: [{ callbackId: 'asc' }, { id: 'desc' }],
    distinct: ['callbackId'],
    select: { ...LINK_MOMENTS, callbackId: true, smsId: true },
  });
  const fates = await fatesOf(links.map(({ smsId }) => smsId));
  const byCallback = new Map(links.map((link) => [link.callbackId, link]));
  return new Map(
    callbackIds.map((id) => {
      const link = byCallback.get(id);
      return [id, technicianState(link, link && fates.get(link.smsId), now)];
    }),
  );
}
