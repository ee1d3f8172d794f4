import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { config } from '@/lib/config';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
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
import type { SymptomFilters, SymptomRow } from './contract';
import { exportedSymptoms, symptomWhere } from './list';
import { ruleWords } from './shown';

/** The columns of the list (doc2 §2.10) for this caller, in his language. */
function columnsOf(language: Language, isMaster: boolean): SheetColumn<SymptomRow>[] {
  const t = (key: string) => translateServer(language, 'symptoms', key);
  const column = (field: keyof SymptomRow, value: (row: SymptomRow) => string | null, width?: number) => ({
    header: t(`column.${field}`),
    value,
    width,
  });
  const words = ruleWords(language);
  return [
    column('symptomId', (row) => row.symptomId, 20),
    ...(isMaster ? [column('symptomDefinitionId', (row) => row.symptomDefinitionId)] : []),
    column('symptomTitle', (row) => shownSymptomTitle(row.symptomTitle, { isWhole: isMaster, words }), 32),
    column('callbackId', (row) => row.callbackId, 20),
    column('equipmentNo', (row) => row.equipmentNo),
    column('equipmentText', (row) => row.equipmentText, 32),
    column('category', (row) => t(`category.${row.category}`), 20),
    column('symptomState', (row) => t(`state.${row.symptomState}`), 14),
    column('createDate', (row) => row.createDate, 20),
  ];
}

/** @throws access_denied (data strategy), bad_request (row limit) */
export async function exportRows(
  actor: Actor,
  filters: SymptomFilters & Sorted,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const { where } = await symptomWhere(actor, filters);
  const limit = config().exportMaxRows;
  if ((await db().symptom.count({ where })) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(
    xlsxStream(
      translateServer(language, 'routes', 'symptomList'),
      columnsOf(language, actor.authorities.has('SUPER_MASTER')),
      exportedSymptoms(actor, where, filters),
    ),
    stampedName('symptom', Date.now()),
    XLSX_TYPE,
  );
}
