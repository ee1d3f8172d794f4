import { z } from 'zod';
import { anyCallback } from '@/lib/features/callbacks/contract';
import { shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { readable } from '@/lib/features/notifications/internal/readable-notifications';
import { noticeTexts } from '@/lib/features/notifications/internal/words';
import { may } from '@/lib/platform/contract/access';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { shownTimes } from '@/lib/platform/strategy/limits';
import type { Recent } from './contract';
import type { Narrowed } from './narrow';
import { rowsOf } from './read';

/** What happened last: trapped persons and faults by their messages, and call-outs by their last change (silent-screens D1). */

const SHOWN = 10;
/** A call-out that was closed longer ago is no news. */
const CLOSED_MS = 2 * 86_400_000;

interface Dated {
  readonly at: number;
  readonly row: Recent;
}

async function readNotices({ actor, branchCodes, projectIds }: Narrowed, language: Language): Promise<Dated[]> {
  const { where } = await readable(actor, 'event', { focus: true });
  const [rows, textsOf, times] = await Promise.all([
    db().notification.findMany({
      where: {
        AND: [
          where,
          { username: null, notificationType: { in: ['entrapment', 'error'] } },
          ...(branchCodes ? [{ branchCode: { in: [...branchCodes] } }] : []),
          ...(projectIds ? [{ equipment: { projects: { some: { projectId: { in: [...projectIds] } } } } }] : []),
        ],
      },
      orderBy: [{ notificationDate: 'desc' }, { notificationId: 'desc' }],
      take: SHOWN,
      include: { equipment: { select: { equipmentName: true } } },
    }),
    noticeTexts(language),
    shownTimes(actor),
  ]);
  return rows.map((row) => {
    const isTrapped = row.notificationType === 'entrapment';
    return {
      at: row.notificationDate.getTime(),
      row: {
        kind: isTrapped ? 'entrapment' : 'error',
        id: String(row.notificationId),
        date: times(isTrapped)(row.notificationDate),
        equipmentNo: row.equipmentNo ?? '',
        equipmentName: row.equipment?.equipmentName ?? '',
        text: textsOf(row).title,
      },
    };
  });
}

const Changed = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  status: z.string(),
  personTrapped: z.boolean(),
  at: z.date(),
});

async function readChanges({ actor, units, keptSince }: Narrowed, now: number): Promise<Dated[]> {
  if (!may(actor, anyCallback)) return [];
  const [rows, { timeOf }] = await Promise.all([
    rowsOf(
      Changed,
      Prisma.sql`
        SELECT c.callback_id AS "callbackId", c.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", c.job_status AS status,
               c.person_trapped AS "personTrapped", c.job_update_date AS at
          FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
         WHERE (${openCallOut} OR c.close_date >= ${new Date(now - CLOSED_MS)}) AND ${units}
           ${keptSince === null ? Prisma.empty : Prisma.sql`AND (c.person_trapped OR c.create_date >= ${keptSince})`}
         ORDER BY c.job_update_date DESC, c.callback_id LIMIT ${SHOWN}`,
    ),
    shownOf(actor),
  ]);
  return rows.map(({ callbackId, at, status, personTrapped, ...unit }) => ({
    at: at.getTime(),
    row: { kind: 'callback', id: callbackId, date: timeOf({ personTrapped })(at), ...unit, text: status },
  }));
}

/** The last ten, the newest first; of each kind what its own list shows the caller. */
export async function readRecent(narrowed: Narrowed, language: Language, now: number): Promise<Recent[]> {
  const found = (await Promise.all([readNotices(narrowed, language), readChanges(narrowed, now)])).flat();
  return found
    .sort((one, other) => other.at - one.at)
    .slice(0, SHOWN)
    .map(({ row }) => row);
}
