import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Sorted } from '@/lib/platform/db/keyset';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import type { CallbackFilters, CallbackRow } from './contract';
import { callbackWhere, exportedCallbacks } from './list';

/** The columns of the list (doc2 §2.8), in the caller's language. */
function columnsOf(language: Language): SheetColumn<CallbackRow>[] {
  const t = (key: string) => translateServer(language, 'callbacks', key);
  const column = (field: keyof CallbackRow, value: SheetColumn<CallbackRow>['value'], width?: number) => ({
    header: t(`column.${field}`),
    value,
    width,
  });
  /** The word of a code that we know, else what is stored with it. */
  const word = (set: string, code: string | null, stored: string | null = code) =>
    code !== null && hasServerMessage(language, 'callbacks', `${set}.${code}`) ? t(`${set}.${code}`) : stored;
  return [
    column('callbackId', (row) => row.callbackId, 24),
    column('equipmentNo', (row) => row.equipmentNo, 16),
    column('equipmentName', (row) => row.equipmentName, 32),
    column('callbackType', (row) => word('type', row.callbackType), 22),
    column('jobDescription', (row) => row.jobDescription, 48),
    column('personStatus', (row) => t(`person.${row.personStatus}`), 14),
    column('jobTechRemark', (row) => row.jobTechRemark, 48),
    column('scsaText', (row) => word('scsa', row.scsa, row.scsaText), 20),
    column('jobStatus', (row) => t(`status.${row.jobStatus}`), 18),
    column('technicianName', (row) => row.technicianName, 16),
    column('createDate', (row) => row.createDate, 20),
    column('jobUpdateDate', (row) => row.jobUpdateDate, 20),
  ];
}

/** `{nickName}{yyyyMMdd}.xlsx` (doc1 §9, doc2 §9). */
export const callbackFileName = (nickName: string, at: number) =>
  `${nickName}${formatDate(at).replaceAll('-', '')}.xlsx`;

/**
 * The list as a workbook. Everything that can be refused is refused before the first byte.
 * @throws access_denied (data strategy), validation_failed (M15), bad_request (more rows than an export may have)
 */
export async function exportRows(
  actor: Actor,
  filters: CallbackFilters & Sorted,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const { where } = await callbackWhere(actor, filters);
  const limit = config().exportMaxRows;
  if ((await db().callback.count({ where })) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(
    xlsxStream(
      translateServer(language, 'routes', 'callbacklist'),
      columnsOf(language),
      exportedCallbacks(actor, where, filters),
    ),
    callbackFileName(actor.nickName, Date.now()),
    XLSX_TYPE,
  );
}
