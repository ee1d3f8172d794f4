import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { config } from '@/lib/config';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { db } from '@/lib/platform/db/client';
import type { Sorted } from '@/lib/platform/db/keyset';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { ErrorInspectionFilters, ErrorInspectionRow } from './contract';
import { episodeWhere, exportedEpisodes } from './list';

/** The columns of the list (silent-screens A3), in the caller's language. */
function columnsOf(language: Language): SheetColumn<ErrorInspectionRow>[] {
  const t = (key: string) => translateServer(language, 'errorInspection', key);
  const column = (
    field: keyof ErrorInspectionRow,
    value: (row: ErrorInspectionRow) => string | number | null,
    width?: number,
  ) => ({ header: t(`column.${field}`), value, width });
  return [
    column('errorId', (row) => row.errorId, 38),
    column('equipmentNo', (row) => row.equipmentNo),
    column('equipmentName', (row) => row.equipmentName, 32),
    column('buildingName', (row) => row.buildingName, 28),
    column('gbCode', (row) => row.gbCode, 10),
    column('text', (row) => row.text, 28),
    column('startDate', (row) => row.startDate, 20),
    column('recoverDate', (row) => row.recoverDate ?? t('lasting'), 20),
    { ...column('durationSec', (row) => row.durationSec, 16), header: t('durationInSeconds') },
    column('count24h', (row) => row.count24h, 14),
    column('mode', (row) => row.mode),
    column('trapped', (row) => t(`trapped.${row.trapped ? 'yes' : 'no'}`), 10),
    column('result', (row) => t(`result.${row.result}`), 18),
    column('comment', (row) => row.comment, 32),
    column('symptomId', (row) => row.symptomId, 20),
    column('callbackId', (row) => row.callbackId, 20),
    column('inspector', (row) => row.inspector),
    column('inspectDate', (row) => row.inspectDate, 20),
  ];
}

/** @throws validation_failed (M15), access_denied (data strategy), bad_request (row limit) */
export async function exportRows(
  actor: Actor,
  filters: ErrorInspectionFilters & Sorted,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const { where } = await episodeWhere(actor, filters);
  const limit = config().exportMaxRows;
  if ((await db().errorInspection.count({ where })) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(
    xlsxStream(
      translateServer(language, 'routes', 'errorInspection'),
      columnsOf(language),
      exportedEpisodes(actor, where, filters, language),
    ),
    stampedName('errorInspection', Date.now()),
    XLSX_TYPE,
  );
}
