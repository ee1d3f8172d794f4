import { cutToHistory, requireExportAllowed, shownTime } from '@/lib/account/internal';
import type { ShownTime } from '@/lib/account/internal';
import type { Actor } from '@/lib/auth/actor';
import { projectScope } from '@/lib/auth/scope';
import { config } from '@/lib/config';
import { db } from '@/lib/db/client';
import { dayRange } from '@/lib/db/day-range';
import type { Prisma, SmsLog } from '@/lib/db/generated/client';
import { stampedName } from '@/lib/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/files/xlsx';
import type { SheetColumn } from '@/lib/files/xlsx';
import type { Language } from '@/lib/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/i18n/server-messages';
import { AppError, FieldError } from '@/lib/sms/errors';
import { FileAnswer } from '@/lib/sms/file-answer';
import { page } from '@/lib/sms/schemas';
import { serve } from '@/lib/sms/serve';
import { nudgeSms } from '@/lib/sms-gateway/dispatch';
import { requeueSms } from '@/lib/sms-gateway/queue';
import { exportSmsLog, MAX_SMS_DAYS, querySmsLog, resendSms, SmsLogRow } from './contract';
import type { SmsFilters } from './contract';

type Where = Prisma.SmsLogWhereInput;

const CHUNK = 2000;

/** Messages to the accounts in scope; those of no branch are the head office's. */
function smsScope(actor: Actor): Where {
  if (actor.userType === 0) return {};
  const own: Where = { username: actor.username };
  return actor.userType === 2 ? { OR: [own, { branchCode: { in: [...actor.mappings.branches] } }] } : own;
}

const seesPhones = (actor: Actor) => actor.authorities.has('SUPER_MASTER');

/**
 * Who sees `138****1234` may ask by what he sees or by the whole number, not by parts: so the hidden digits cannot be tried
 * out one by one.
 */
function phoneFilter(actor: Actor, phone: string): Where {
  if (seesPhones(actor)) return { phone: { contains: phone } };
  if (phone.length === 11) return { phone };
  if (phone.length > 4) throw new FieldError('phone', 'phoneWholeOrEnd');
  return phone.length === 4 ? { phone: { endsWith: phone } } : { OR: [{ phone: { startsWith: phone } }, { phone: { endsWith: phone } }] };
}

/** `historyMonths` where the data strategy cut the days; messages about trapped persons are never withheld (silent-screens B2). */
async function whereOf(actor: Actor, { phone, type, state, equipmentNo, projectId, username, ...days }: SmsFilters): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const asked = dayRange(days, { isRequired: true, maxDays: MAX_SMS_DAYS }) ?? {};
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      smsScope(actor), { createDate: asked }, cut.historyMonths === undefined ? {} : { OR: [{ createDate: span }, { type: 'entrapment' }] },
      ...(phone ? [phoneFilter(actor, phone)] : []), ...(type ? [{ type }] : []), ...(state ? [{ state }] : []), ...(equipmentNo ? [{ equipmentNo }] : []),
      ...(projectId ? [{ projectId: { in: projectId } }] : []), ...(username ? [{ username }] : []),
    ],
  };
  return { where, cut };
}

/** A reason of ours in words; a provider's answer as it came. */
function reasonOf({ state, error }: SmsLog, language: Language): string | null {
  if (!error) return null;
  return state === 'SUPPRESSED' && hasServerMessage(language, 'smsLog', `reason.${error}`) ? translateServer(language, 'smsLog', `reason.${error}`) : error;
}

async function toRows(rows: readonly SmsLog[], actor: Actor, language: Language, time: ShownTime): Promise<SmsLogRow[]> {
  const [users, projects] = await Promise.all([
    db().user.findMany({ where: { username: { in: [...new Set(rows.flatMap(({ username }) => username ?? []))] } }, select: { username: true, nickName: true } }),
    db().project.findMany({ where: { AND: [{ projectId: { in: [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))] } }, projectScope(actor, { focus: false })] }, select: { projectId: true, projectName: true } }),
  ]);
  const nickNames = new Map(users.map(({ username, nickName }) => [username, nickName]));
  const projectNames = new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
  return rows.map((row) => SmsLogRow.parse({
    ...row,
    id: String(row.id), createDate: time(row.createDate), deliverDate: row.deliverDate && time(row.deliverDate),
    phone: seesPhones(actor) ? row.phone : row.phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2'),
    receiver: (row.username && nickNames.get(row.username)) ?? null, projectName: (row.projectId && projectNames.get(row.projectId)) ?? null, error: reasonOf(row, language),
  }));
}

async function* exported(where: Where, actor: Actor, language: Language, time: ShownTime): AsyncGenerator<SmsLogRow> {
  let last: SmsLog | undefined;
  for (;;) {
    const after: Where[] = last ? [{ OR: [{ createDate: { lt: last.createDate } }, { createDate: last.createDate, id: { lt: last.id } }] }] : [];
    const rows: SmsLog[] = await db().smsLog.findMany({ where: { AND: [where, ...after] }, orderBy: [{ createDate: 'desc' }, { id: 'desc' }], take: CHUNK });
    yield* await toRows(rows, actor, language, time);
    last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
  }
}

function columnsOf(language: Language): SheetColumn<SmsLogRow>[] {
  const t = (key: string) => translateServer(language, 'smsLog', key);
  const column = (field: keyof SmsLogRow, value: SheetColumn<SmsLogRow>['value'], width?: number) => ({ header: t(`column.${field}`), value, width });
  return [
    column('createDate', (row) => row.createDate, 20), column('phone', (row) => row.phone), column('receiver', (row) => row.receiver, 20), column('type', (row) => t(`type.${row.type}`)),
    column('content', (row) => row.content, 60), column('equipmentNo', (row) => row.equipmentNo), column('projectName', (row) => row.projectName, 24), column('state', (row) => t(`state.${row.state}`)),
    column('deliverDate', (row) => row.deliverDate, 20), column('error', (row) => row.error, 28), column('tries', (row) => row.tries, 8), column('parts', (row) => row.parts, 8),
  ];
}

export const smsLogServices = [
  serve(querySmsLog, async ({ actor, language }, query) => {
    const { where, cut } = await whereOf(actor, query);
    const direction = query.sortField ? query.sortOrder : 'desc';
    const [total, rows] = await Promise.all([
      db().smsLog.count({ where }),
      db().smsLog.findMany({ where, orderBy: [{ [query.sortField ?? 'createDate']: direction }, { id: direction }], skip: (query.pageIndex - 1) * query.pageSize, take: query.pageSize }),
    ]);
    return { ...page(await toRows(rows, actor, language, await shownTime(actor)), total, query), ...cut };
  }),

  serve(resendSms, async ({ actor }, { id }) => {
    const key = BigInt(id);
    const found = await db().smsLog.count({ where: { AND: [{ id: key }, smsScope(actor)] } });
    if (found === 0) throw new AppError((await db().smsLog.count({ where: { id: key } })) > 0 ? 'no_object_permission' : 'not_found');
    if (!(await requeueSms(db(), key))) throw new AppError('conflict', { messageKey: 'smsNotFailed' });
    nudgeSms();
    return null;
  }),

  serve(exportSmsLog, async ({ actor, language }, filters) => {
    await requireExportAllowed(actor);
    const { where } = await whereOf(actor, filters);
    const limit = config().exportMaxRows;
    if ((await db().smsLog.count({ where })) > limit) throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
    return new FileAnswer(xlsxStream(translateServer(language, 'routes', 'smsLogList'), columnsOf(language), exported(where, actor, language, await shownTime(actor))), stampedName('sms', Date.now()), XLSX_TYPE);
  }),
];
