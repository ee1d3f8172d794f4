import { config } from '@/lib/config';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { ServerNamespace } from '@/lib/platform/i18n/server-messages';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';

type Cell = string | number | null;

/** Fields of a row that a cell can show as they are. */
type CellField<Row> = { [F in keyof Row & string]: Row[F] extends Cell | undefined ? F : never }[keyof Row & string];

/** The columns of a sheet; their heads are the texts of the list, `column.<field>`. Widths in characters. */
export interface SheetColumns<Row> {
  /** The value as it is. */
  readonly field: (field: CellField<Row>, width?: number) => SheetColumn<Row>;
  /** A value out of a set, in words: `<group>.<value>`; the field names the group unless another one does. */
  readonly option: (field: CellField<Row>, width?: number, group?: string) => SheetColumn<Row>;
  /** A value of its own making, under the head of a column. */
  readonly own: (name: string, value: (row: Row) => Cell, width?: number) => SheetColumn<Row>;
  /** A text of the list, for such values. */
  readonly text: (key: string) => string;
}

/** Who exports, and in which language. */
export interface ExportCaller {
  readonly actor: Actor;
  readonly language: Language;
}

export interface Sheet<Row> {
  /** Key of the list's route: its name names the sheet. */
  readonly route: string;
  /** Messages of the list. */
  readonly namespace: ServerNamespace;
  /** The file is `<name>-<time>.xlsx`; or a name of the contract's own, with its ending. */
  readonly name: string | { readonly file: string };
  readonly columns: (make: SheetColumns<Row>) => readonly SheetColumn<Row>[];
  /** The rows of the filters, in the order of the list; asked once the export is allowed. `rows` is read after the limit is. */
  readonly read: () => Promise<{ readonly total: number; readonly rows: AsyncIterable<Row> }>;
}

function columnsOf<Row>(language: Language, namespace: ServerNamespace): SheetColumns<Row> {
  const text = (key: string) => translateServer(language, namespace, key);
  const own = (name: string, value: (row: Row) => Cell, width?: number) => ({
    header: text(`column.${name}`),
    value,
    width,
  });
  const cell = (row: Row, field: CellField<Row>) => (row[field] ?? null) as Cell;
  return {
    text,
    own,
    field: (field, width) => own(field, (row) => cell(row, field), width),
    option: (field, width, group = field) =>
      own(
        field,
        (row) => {
          const value = cell(row, field);
          return value === null ? null : text(`${group}.${value}`);
        },
        width,
      ),
  };
}

/**
 * A list as a workbook, streamed (api.md §1.8, silent-screens R6). Everything that can be refused is refused before the
 * first byte.
 * @throws access_denied (data strategy), bad_request (more rows than an export may have), whatever `read` throws
 */
export async function exportSheet<Row>(
  { actor, language }: ExportCaller,
  { route, namespace, name, columns, read }: Sheet<Row>,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const { total, rows } = await read();
  const limit = config().exportMaxRows;
  if (total > limit) throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(
    xlsxStream(translateServer(language, 'routes', route), columns(columnsOf(language, namespace)), rows),
    typeof name === 'string' ? stampedName(name, Date.now()) : name.file,
    XLSX_TYPE,
  );
}
