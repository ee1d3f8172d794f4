import { readCallbackSettings } from '@/lib/features/callbacks/internal/callback-settings';
import { workOf } from '@/lib/features/callbacks/internal/technician-work';
import { contactOf } from '@/lib/features/technician-links/internal/message';
import { hashOf, TOKEN_FORM } from '@/lib/features/technician-links/internal/link';
import { lastFloor } from '@/lib/live/units/age';
import { beginSignIn } from '@/lib/platform/auth/limits/sign-in-limits';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { callbackStatusOf } from '@/lib/features/callbacks/state';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import type { Language } from '@/lib/platform/i18n/languages';
import { actionsOf } from './actions';
import type { Assignment } from './contract';

/** The call-out of a link; a link gives access to nothing else. */

const FACTS = {
  id: true,
  callbackId: true,
  technicianName: true,
  technicianPhone: true,
  operator: true,
  createDate: true,
  acceptedDate: true,
  onWayDate: true,
  arrivedDate: true,
  callback: {
    select: {
      branchCode: true,
      jobStatus: true,
      callbackType: true,
      jobDescription: true,
      personTrapped: true,
      personInjured: true,
      trappedCount: true,
      trappedDate: true,
      releaseDate: true,
      createDate: true,
      equipment: {
        select: {
          equipmentNo: true,
          equipmentName: true,
          branchCode: true,
          address: true,
          buildingName: true,
          deletedAt: true,
          status: { select: { live: true, lastDataAt: true } },
        },
      },
    },
  },
} as const satisfies Prisma.TechnicianLinkSelect;
export type LinkFacts = Prisma.TechnicianLinkGetPayload<{ select: typeof FACTS }>;

/** The same answer for every link that opens nothing: never issued, ended, or of another installation. */
export const linkEnded = () => new AppError('invalid_grant', { messageKey: 'badLink' });

/** @throws invalid_grant; rate_limited for a client that tries links that were never issued */
export async function requireLink(token: string, ip: string): Promise<LinkFacts> {
  const known = TOKEN_FORM.test(token)
    ? await db().technicianLink.findUnique({
        where: { tokenHash: hashOf(token) },
        select: { ...FACTS, revokedDate: true },
      })
    : null;
  if (!known) await beginSignIn({ kind: 'link', of: `assignment ${token}` }, { ip, device: null });
  if (!known || known.revokedDate !== null || known.callback.equipment.deletedAt !== null) throw linkEnded();
  return known;
}

export const isTrappedNow = ({ callback }: LinkFacts): boolean =>
  callback.personTrapped && callback.releaseDate === null;

/** The actions that are possible now. */
export async function actionsNow(link: LinkFacts) {
  const { isErpMaster } = await readCallbackSettings();
  return actionsOf({
    status: callbackStatusOf(link.callback.jobStatus),
    isTrapped: isTrappedNow(link),
    isAccepted: link.acceptedDate !== null,
    isErpMaster,
  });
}

/** @throws invalid_grant, rate_limited */
export async function findAssignment(token: string, ip: string, language: Language): Promise<Assignment> {
  const link = await requireLink(token, ip);
  const { callback, technicianName } = link;
  const { equipment, ...row } = callback;
  const [actions, { sla, statusHistory }, contact, parts] = await Promise.all([
    actionsNow(link),
    workOf(link.callbackId),
    contactOf(db(), row.branchCode, link.operator),
    db().option.findMany({
      where: { name: 'scsb', enabled: true },
      orderBy: [{ sort: 'asc' }, { value: 'asc' }],
      select: { value: true, label: true, labelEn: true },
    }),
  ]);
  const time = (at: Date | null) => at && formatDateTime(at);
  return {
    callbackId: link.callbackId,
    equipmentNo: equipment.equipmentNo,
    equipmentName: equipment.equipmentName,
    address: equipment.address,
    buildingName: equipment.buildingName,
    floor: lastFloor(equipment.status, (row.trappedDate ?? row.createDate).getTime()) ?? null,
    jobStatus: callbackStatusOf(row.jobStatus),
    jobDescription: descriptionIn(language)(row),
    isTrapped: isTrappedNow(link),
    personTrapped: row.personTrapped,
    personInjured: row.personInjured,
    trappedCount: row.trappedCount,
    since: formatDateTime(row.trappedDate ?? row.createDate),
    releaseDate: time(row.releaseDate),
    technicianName,
    contact,
    toldDate: formatDateTime(link.createDate),
    acceptedDate: time(link.acceptedDate),
    onWayDate: time(link.onWayDate),
    arrivedDate: time(link.arrivedDate),
    statusHistory,
    sla,
    actions,
    parts,
  };
}
