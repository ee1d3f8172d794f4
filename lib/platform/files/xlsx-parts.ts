/** The fixed parts of a workbook with one sheet (ECMA-376), as short as programs accept them. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const MAX_SHEET_NAME = 31;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** A text between tags or in an attribute. */
export const escapeXml = (text: string) =>
  /[&<>"\r]/.test(text) ? text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character) : text;

/** A name that a sheet may have. */
export const sheetNameOf = (text: string) => text.replace(/[[\]:*?/\\]/g, '_').slice(0, MAX_SHEET_NAME);

/** Style 0 is plain, style 1 the bold head, style 2 a day, style 3 a time. */
const STYLES =
  `${XML}<styleSheet xmlns="${SHEET_NAMESPACE}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** @param range what the head's filter covers, as `$A$1:$C$9` */
const workbook = (sheet: string, range: string) =>
  `${XML}<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets>` +
  `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${escapeXml(sheet.replaceAll("'", "''"))}'!${range}</definedName></definedNames></workbook>`;

/** What stands beside the sheet; `range` is known when the sheet is written. */
export function fixedParts(sheet: string, range: string): readonly (readonly [path: string, xml: string])[] {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (...items: string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`;
  return [
    ['xl/styles.xml', STYLES],
    ['xl/workbook.xml', workbook(sheet, range)],
    [
      'xl/_rels/workbook.xml.rels',
      relations(relation(1, 'worksheet', 'worksheets/sheet1.xml'), relation(2, 'styles', 'styles.xml')),
    ],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        `${override('workbook.xml', 'sheet.main')}${override('worksheets/sheet1.xml', 'worksheet')}${override('styles.xml', 'styles')}</Types>`,
    ],
  ];
}

/** The beginning of the sheet: its first row stays in sight. @param widths in characters */
export const sheetStart = (widths: readonly number[]) =>
  `${XML}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`;
export const sheetEnd = (range: string) => `</sheetData><autoFilter ref="${range}"/></worksheet>`;
