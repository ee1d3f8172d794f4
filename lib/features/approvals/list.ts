import { z } from 'zod';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import { maskPhone } from '@/lib/platform/auth/accounts/phone';
import { phoneInJson, phoneMatch } from '@/lib/platform/auth/limits/phone-search';
import { accountRowScope, liveUserScope, projectScope } from '@/lib/platform/auth/scope/scope';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma, UserApproval } from '@/lib/platform/db/generated/client';
import { containsJsonText, containsText } from '@/lib/platform/db/name-grams';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { ApprovalDetail, ApprovalRow, queryApprovals } from './contract';
import { REMIND_AFTER_DAYS } from './value-sets';

type Where = Prisma.UserApprovalWhereInput;
const DAY_MS = 86_400_000;

/** What the user dialogs store in an application. Missing parts count as not asked for. */
const Payload = z.object({
  user: z
    .object({ nickName: z.string().catch(''), phone: z.string().nullish().catch(null) })
    .catch({ nickName: '', phone: null }),
  roleNameList: z.array(z.object({ roleName: z.string() })).catch([]),
  selectProjectList: z
    .array(z.union([z.string(), z.object({ projectId: z.string() }).transform(({ projectId }) => projectId)]))
    .catch([]),
  invoiceUserList: z
    .array(
      z.object({
        taxId: z.string(),
        customerName: z
          .string()
          .nullish()
          .transform((name) => name ?? ''),
      }),
    )
    .catch([]),
  branchUserType: z.number().int().nullish().catch(null),
});

/** Applications of the branches in scope, and the caller's own. */
export const approvalScope = (actor: Actor): Where => accountRowScope(actor, 'applicant');

/** Searches account, display name, or the phone in its masked form. @throws rate_limited */
async function keyword(actor: Actor, key: string): Promise<Where> {
  const phone = await phoneMatch(actor, key, { isShown: false });
  return {
    OR: [
      { username: containsText(key) },
      { payload: containsJsonText(key, ['user', 'nickName']) },
      ...(phone ? [{ payload: phoneInJson(phone, ['user', 'phone']) }] : []),
    ],
  };
}

async function filtersOf(
  actor: Actor,
  { key, kind, state, branchCode, ...days }: ParsedOf<typeof queryApprovals>,
): Promise<Where[]> {
  const createDate = dayRange(days);
  return [
    ...(key ? [await keyword(actor, key)] : []),
    ...(kind ? [{ kind }] : []),
    ...(state ? [{ state }] : []),
    ...(branchCode ? [{ branchCode: { in: branchCode } }] : []),
    ...(createDate ? [{ createDate }] : []),
  ];
}

async function toRows(actor: Actor, rows: readonly UserApproval[], time: ShownTime): Promise<ApprovalRow[]> {
  const codes = [...new Set(rows.flatMap(({ branchCode }) => branchCode ?? []))];
  const branches = new Map(
    (
      await db().branch.findMany({
        where: { branchCode: { in: codes } },
        select: { branchCode: true, branchName: true },
      })
    ).map(({ branchCode, branchName }) => [branchCode, branchName]),
  );
  const accountOf = await shownAccounts(
    actor,
    rows.map(({ approver }) => approver),
  );
  const now = Date.now();
  return rows.map(({ payload, branchCode, createDate, approveDate, ...row }) => {
    const { user, roleNameList, selectProjectList, branchUserType } = Payload.parse(payload);
    return {
      ...row,
      branchName: (branchCode && branches.get(branchCode)) ?? null,
      approver: accountOf(row.approver)?.username ?? null,
      nickName: user.nickName,
      phone: maskPhone(user.phone ?? null),
      branchUserType: branchUserType ?? null,
      roleNames: roleNameList.map(({ roleName }) => roleName),
      projectTotal: selectProjectList.length,
      createDate: time(createDate),
      approveDate: approveDate && time(approveDate),
      overdue: row.state === 'PENDING' && now - createDate.getTime() > REMIND_AFTER_DAYS * DAY_MS,
    };
  });
}

const approvals = keyedList({
  name: 'queryApprovals',
  id: 'approvalId',
  emptyLast: ['approveDate'],
  count: (where: Where) => db().userApproval.count({ where }),
  keys: (sql, stretch) => sql.userApproval.findMany({ ...stretch, select: { approvalId: true } }),
  rows: (ids) => db().userApproval.findMany({ where: { approvalId: { in: ids } } }),
});

export async function findApprovals(
  actor: Actor,
  query: ParsedOf<typeof queryApprovals>,
): Promise<OutputOf<typeof queryApprovals>> {
  const where: Where = { AND: [approvalScope(actor), ...(await filtersOf(actor, query))] };
  const { total, rows } = await approvals.page(actor, query, where);
  return page(await toRows(actor, rows, await shownTime(actor)), total, query);
}

/** @throws not_found, no_object_permission */
export async function findApproval(actor: Actor, approvalId: string): Promise<ApprovalDetail> {
  const found = await requireRow(
    (within) => db().userApproval.findFirst({ where: { AND: [{ approvalId }, within] } }),
    approvalScope(actor),
  );
  const time = await shownTime(actor);
  const [row] = await toRows(actor, [found], time);
  if (!row) throw new AppError('not_found');
  const { user, roleNameList, selectProjectList, invoiceUserList } = Payload.parse(found.payload);
  const [projects, existing, file] = await Promise.all([
    db().project.findMany({
      where: { AND: [{ projectId: { in: selectProjectList } }, projectScope(actor, { focus: false })] },
      select: { projectId: true, projectName: true },
      orderBy: { projectId: 'asc' },
    }),
    user.phone
      ? db().user.findMany({
          where: { AND: [{ phone: user.phone, username: { not: found.username } }, liveUserScope(actor)] },
          select: { username: true, nickName: true, createDate: true },
          orderBy: { username: 'asc' },
          take: 20,
        })
      : [],
    found.attachmentPath
      ? db().storedFile.findUnique({ where: { path: found.attachmentPath }, select: { name: true } })
      : null,
  ]);
  return {
    ...row,
    payload: { roleNameList, projects, invoiceCustomers: invoiceUserList },
    attachmentName: file?.name ?? null,
    existing: existing.map(({ createDate, ...account }) => ({ ...account, createDate: time(createDate) })),
  };
}
