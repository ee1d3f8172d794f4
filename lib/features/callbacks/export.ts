import type { Actor } from '@/lib/platform/contract/actor';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { exportCallbacks, ListedCallback } from './contract';
import { personWord } from './persons';
import { callbackWhere, callOuts, toListedRows } from './list';

interface ExportReader {
  readonly actor: Actor;
  readonly language: Language;
}

/** `{nickName}{yyyyMMdd}.xlsx` (doc1 §9, doc2 §9). */
const fileName = ({ nickName }: Actor) => `${nickName}${formatDate(Date.now()).replaceAll('-', '')}.xlsx`;

/** The list as a workbook, with its columns (doc2 §2.8). @throws what `exportSheet` and `callbackWhere` throw */
export function exportRows(caller: ExportReader, asked: ParsedOf<typeof exportCallbacks>): Promise<FileAnswer> {
  const { actor, language } = caller;
  /** The word of a code that we know, else what is stored with it. */
  const word = (group: string, code: string | null, stored: string | null) =>
    code !== null && hasServerMessage(language, 'callbacks', `${group}.${code}`)
      ? translateServer(language, 'callbacks', `${group}.${code}`)
      : stored;
  return exportSheet<ListedCallback>(caller, {
    route: 'callbacklist',
    namespace: 'callbacks',
    name: { file: fileName(actor) },
    columns: ({ field, option, own, text }) => [
      field('callbackId', 24),
      field('equipmentNo', 16),
      field('equipmentName', 32),
      own('callbackType', (row) => word('type', row.callbackType, row.callbackType), 22),
      field('jobDescription', 48),
      own(
        'personStatus',
        (row) => {
          const { word: key, time } = personWord(row);
          return translateServer(language, 'callbacks', `person.${key}`, { time });
        },
        18,
      ),
      field('jobTechRemark', 48),
      own('scsaText', (row) => word('scsa', row.scsa, row.scsaText), 20),
      option('jobStatus', 18, 'status'),
      // The time left would be wrong when the file is read: it says until when.
      own('clock', ({ clock }) => (clock === null ? null : text(`sla.${clock}`)), 12),
      field('due', 20),
      field('technicianName', 16),
      field('createDate', 20),
      field('jobUpdateDate', 20),
    ],
    read: async () => {
      const { where } = await callbackWhere(actor, asked, language);
      return {
        total: await callOuts.count(where),
        rows: callOuts.all(asked, where, (rows) => toListedRows(rows, actor, language)),
      };
    },
  });
}
