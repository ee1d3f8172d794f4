import { freePersons, makeMove } from '@/lib/features/callbacks/internal/move';
import type { MovedBy } from '@/lib/features/callbacks/internal/move';
import { notifyGivenBack } from '@/lib/features/escalation/internal/assignments';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Transaction } from '@/lib/platform/db/transaction';
import { MOVE_OF } from './actions';
import type { actOnAssignment, Assignment } from './contract';
import { actionsNow, findAssignment, linkEnded, requireLink } from './find';
import type { LinkFacts } from './find';

/** The technician's steps move the call-out by the same table as everybody else's moves (readings 245). */

type AssignmentRequest = ParsedOf<typeof actOnAssignment>;

/** Under the call-out's lock: the link may have ended while this call waited for it. */
const stillOpens =
  ({ id }: LinkFacts) =>
  async (sql: Transaction) => {
    if ((await sql.technicianLink.count({ where: { id, revokedDate: null } })) === 0) throw linkEnded();
  };

const write = (sql: Transaction, { id }: LinkFacts, data: Prisma.TechnicianLinkUpdateInput) =>
  sql.technicianLink.update({ where: { id }, data: { ...data, acceptDue: null } });

async function accept(link: LinkFacts): Promise<void> {
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${link.callbackId} FOR NO KEY UPDATE`;
    await stillOpens(link)(sql);
    await sql.technicianLink.updateMany({
      where: { id: link.id, acceptedDate: null },
      data: { acceptedDate: new Date(), acceptDue: null },
    });
  });
}

/** Notes a move on the link. A technician who is on the way has accepted. */
async function noteMove(
  sql: Transaction,
  link: LinkFacts,
  { action, reason }: AssignmentRequest,
  at: Date,
): Promise<void> {
  const accepted = link.acceptedDate === null ? { acceptedDate: at } : {};
  switch (action) {
    case 'onWay':
      await write(sql, link, { ...accepted, onWayDate: at });
      return;
    case 'arrive':
      await write(sql, link, { ...accepted, arrivedDate: at });
      return;
    case 'close':
      await write(sql, link, { closedDate: at });
      return;
    case 'giveBack':
      await write(sql, link, { givenBackDate: at, giveBackReason: reason ?? null });
      await notifyGivenBack(sql, { ...factsOf(link), reason: reason ?? '' }, at.getTime());
      return;
    default:
      return;
  }
}

const factsOf = ({ id, callbackId, technicianName, technicianPhone, callback }: LinkFacts) => ({
  linkId: id,
  callbackId,
  technicianName,
  technicianPhone,
  equipmentNo: callback.equipment.equipmentNo,
  equipmentName: callback.equipment.equipmentName,
  branchCode: callback.equipment.branchCode,
  isTrapped: callback.personTrapped && callback.releaseDate === null,
});

/**
 * @returns the call-out after the step; null: the link has ended. @throws invalid_grant, rate_limited,
 * validation_failed, conflict
 */
export async function actBy(input: AssignmentRequest, ip: string, language: Language): Promise<Assignment | null> {
  const link = await requireLink(input.token, ip);
  const { action, from, reason, scsa, scsb, jobTechRemark, equipmentRunning } = input;
  const operator = `technician:${link.technicianPhone}`;
  noteChange(null, { callbackId: link.callbackId, technician: `${link.technicianName} ${link.technicianPhone}` });
  // The step was sent twice, by a double tap or another browser: it is already done.
  const isDone =
    (action === 'accept' && link.acceptedDate !== null) || (action === 'free' && link.callback.releaseDate);
  if (!isDone) {
    if (!(await actionsNow(link)).includes(action)) throw changed(link);
    const by: MovedBy = { mayMove: true, operator, check: stillOpens(link) };
    if (action === 'accept') await accept(link);
    else if (action === 'free')
      await freePersons(link.callbackId, {
        ...by,
        note: async (sql, at) => void (await write(sql, link, { freedDate: at })),
      });
    else
      await makeMove(
        {
          callbackId: link.callbackId,
          from,
          status: MOVE_OF[action],
          time: undefined,
          reason,
          technicianName: undefined,
          technicianPhone: undefined,
          scsa,
          scsb,
          jobTechRemark,
          releaseDate: undefined,
          equipmentRunning,
          expectedReturnDate: undefined,
        },
        { ...by, note: (sql, at) => noteMove(sql, link, input, at) },
      );
  }
  return action === 'close' || action === 'giveBack' ? null : findAssignment(input.token, ip, language);
}

const changed = ({ callback }: LinkFacts) =>
  new AppError('conflict', { messageKey: 'stateChanged', data: { jobStatus: callback.jobStatus } });
