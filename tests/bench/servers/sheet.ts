import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { xlsxStream } from '@/lib/platform/files/xlsx';
import { sleep } from '../support/measure';
import { serveOrders } from '../support/child';

/**
 * One export of so many rows to nowhere. Ours is the product's workbook writer; the baseline puts the same cells as inline
 * strings into one deflated sheet, the least that a streamed workbook can be (without the zip's small other parts), and
 * exceljs' own streaming writer, where it could be fetched.
 */

interface Row {
  name: string;
  no: string;
  box: string;
  type: string;
  line: string;
  building: string;
  floors: number;
  online: string;
  fault: string;
  branch: string;
}

async function* rowsOf(count: number): AsyncGenerator<Row> {
  for (let index = 0; index < count; index += 1) {
    // As the list does: rows come in chunks from elsewhere.
    if (index % 2000 === 0) await sleep(0);
    yield {
      name: `上海中心${index % 40}号梯`,
      no: `U${index}`,
      box: `BX${index}`,
      type: '电梯',
      line: `S${index % 5}`,
      building: `上海中心${index % 9}号楼`,
      floors: index % 60,
      online: '在线',
      fault: '正常',
      branch: '上海分公司',
    };
  }
}

const KEYS = ['name', 'no', 'box', 'type', 'line', 'building', 'floors', 'online', 'fault', 'branch'] as const;

async function writeOurs(count: number): Promise<void> {
  const sheet = xlsxStream(
    'list',
    KEYS.map((key) => ({ header: key, value: (row: Row) => row[key] })),
    rowsOf(count),
  );
  await pipeline(Readable.fromWeb(sheet as ReadableStream), createWriteStream('/dev/null'));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function writeBare(count: number): Promise<void> {
  let sum = 0;
  async function* xml() {
    let part = '<worksheet><sheetData>';
    let at = 0;
    for await (const row of rowsOf(count)) {
      at += 1;
      part += `<row r="${at}">`;
      for (const key of KEYS) {
        const value = row[key];
        part +=
          typeof value === 'number'
            ? `<c><v>${value}</v></c>`
            : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
      }
      part += '</row>';
      if (part.length < 65_536) continue;
      const bytes = Buffer.from(part);
      sum = crc32(bytes, sum);
      part = '';
      yield bytes;
    }
    yield Buffer.from(`${part}</sheetData></worksheet>`);
  }
  await pipeline(Readable.from(xml()), createDeflateRaw(), createWriteStream('/dev/null'));
}

/** As much of exceljs as is used here. */
interface ExcelJs {
  stream: {
    xlsx: {
      WorkbookWriter: new (options: object) => {
        addWorksheet(name: string): {
          columns: object[];
          addRow(row: object): { commit(): void };
          commit(): Promise<void>;
        };
        commit(): Promise<void>;
      };
    };
  };
}

async function writeExcelJs(count: number): Promise<void> {
  const { stream } = createRequire(import.meta.url)(process.env.BENCH_EXCELJS ?? '') as ExcelJs;
  const workbook = new stream.xlsx.WorkbookWriter({
    stream: createWriteStream('/dev/null'),
    useStyles: true,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet('list');
  sheet.columns = KEYS.map((key) => ({ header: key, key }));
  for await (const row of rowsOf(count)) sheet.addRow(row).commit();
  await sheet.commit();
  await workbook.commit();
}

const WRITERS = [writeOurs, writeBare, writeExcelJs];

serveOrders(1, async ({ rows = 0, bare = 0 }) => {
  const started = performance.now();
  await WRITERS[bare]?.(rows);
  return { seconds: (performance.now() - started) / 1000, peak: process.resourceUsage().maxRSS * 1024 };
});
