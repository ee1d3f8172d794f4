import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { may } from '@/lib/platform/contract/access';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import { wholeTitles } from './contract';
import type { exportSymptoms, SymptomRow } from './contract';
import { symptoms, symptomWhere } from './list';
import { ruleWords } from '@/lib/live/detector/rule-words';
import { rowShower } from './symptom-rows';

/** The list as a workbook; only SUPER_MASTER sees the rule in it (doc2 §2.10). @throws what `exportSheet` throws */
export function exportRows(caller: ExportCaller, asked: ParsedOf<typeof exportSymptoms>): Promise<FileAnswer> {
  const { actor, language } = caller;
  const isWhole = may(actor, wholeTitles);
  const words = ruleWords(language);
  return exportSheet<SymptomRow>(caller, {
    route: 'symptomList',
    namespace: 'symptoms',
    name: 'symptom',
    columns: ({ field, option, own }) => [
      field('symptomId', 20),
      ...(isWhole ? [field('symptomDefinitionId')] : []),
      own('symptomTitle', ({ symptomTitle }) => shownSymptomTitle(symptomTitle, { isWhole, words }), 32),
      field('callbackId', 20),
      field('equipmentNo'),
      field('equipmentText', 32),
      option('category', 20),
      option('symptomState', 14, 'state'),
      field('createDate', 20),
    ],
    read: async () => {
      const { where } = await symptomWhere(actor, language, asked);
      const toRow = await rowShower(actor);
      return {
        total: await symptoms.count(where),
        rows: symptoms.all(asked, where, (rows) => Promise.resolve(rows.map(toRow))),
      };
    },
  });
}
