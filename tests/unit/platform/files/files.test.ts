import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { beginExport, resetExportLimits } from '@/lib/platform/files/export-limit';
import { disposition, safeFilename, safeFilenameOf, stampedName } from '@/lib/platform/files/filename';
import { watchedStream } from '@/lib/platform/files/watched-stream';
import { safeCell, xlsxStream } from '@/lib/platform/files/xlsx';

async function* of<T>(...rows: T[]) {
  yield* rows;
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());

describe('names of files', () => {
  it('carry a 24-hour stamp of Shanghai', () => {
    expect(stampedName('equipment', Date.UTC(2026, 4, 1, 15, 30, 9))).toBe('equipment-20260501233009.xlsx');
  });
  it('lose what no file system likes and keep their ending', () => {
    expect(safeFilename('a/b:c*?"<>|\n.xlsx')).toBe('a_b_c_______.xlsx');
    expect(safeFilename(`${'长'.repeat(200)}.xlsx`)).toBe(`${'长'.repeat(120)}.xlsx`);
  });
  it('cut what a file is about, not the words around it', () => {
    const of = (name: string) => safeFilenameOf(name, (about) => `月报${about}20261126.pdf`);
    expect(of('1#/梯')).toBe('月报1#_梯20261126.pdf');
    expect(of('长'.repeat(110))).toBe(`月报${'长'.repeat(110)}20261126.pdf`);
    expect(of('长'.repeat(111))).toBe(`月报${'长'.repeat(109)}…20261126.pdf`);
  });
  it('stand in the header twice: for old clients, and as they are', () => {
    expect(disposition(`上海'1.xlsx`)).toBe(
      `attachment; filename="__'1.xlsx"; filename*=UTF-8''%E4%B8%8A%E6%B5%B7%271.xlsx`,
    );
    expect(disposition('a"\r\nX: y.xlsx')).toBe(
      `attachment; filename="a___X_ y.xlsx"; filename*=UTF-8''a___X_%20y.xlsx`,
    );
  });
});

describe('a workbook', () => {
  const columns = [
    { header: '名称', value: (row: { name: string }) => row.name },
    { header: '数', value: (row: { count: number | null }) => row.count },
  ];

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('never holds a formula that a user typed: %j', (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
  });
  it('keeps plain texts, and drops what a cell cannot hold', () => {
    expect(safeCell('滨江 1-2=3')).toBe('滨江 1-2=3');
    expect(safeCell('a\u0000b\u001fc\ud800')).toBe('abc\ufffd');
  });
  it('is a genuine one that other programs open, its texts being texts', async () => {
    const bytes = await bytesOf(
      xlsxStream(
        '设备',
        columns,
        of({ name: '=HYPERLINK("http://x")', count: 3 }, { name: '<滨江> & "1"', count: null }),
      ),
    );
    const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
    try {
      writeFileSync(join(folder, 'a.xlsx'), bytes);
      const sheet = execFileSync('unzip', ['-p', join(folder, 'a.xlsx'), 'xl/worksheets/sheet1.xml'], {
        encoding: 'utf8',
      });
      expect(execFileSync('unzip', ['-t', join(folder, 'a.xlsx')], { encoding: 'utf8' })).toContain('No errors');
      expect(sheet).not.toContain('<f>');
      expect(sheet).toContain('&lt;滨江&gt;');
    } finally {
      rmSync(folder, { recursive: true });
    }
    const book = await readXlsx(bytes);
    expect(book.sheets.map(({ name }) => name)).toEqual(['设备']);
    expect(book.sheets[0]?.rows.map((row) => row.slice(0, 2).map((value) => value ?? null))).toEqual([
      ['名称', '数'],
      [`'=HYPERLINK("http://x")`, 3],
      ['<滨江> & "1"', null],
    ]);
  });
  it('has days and times as dates that a program counts with, and what is none as it was written', async () => {
    const said = ['2026-03-01', '2026-03-01 08:30:00', '2026-02-30', '1899-01-01', '2026-03-01 08:30', 'on 2026-03-01'];
    const bytes = await bytesOf(xlsxStream('x', [{ header: 'a', value: (text: string) => text }], of(...said)));
    const rows = (await readXlsx(bytes)).sheets[0]?.rows.slice(1).map(([value]) => value);
    expect(rows).toEqual([new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T08:30:00Z'), ...said.slice(2)]);
  });
  it.each([
    [0, 'A1:B1'],
    [3, 'A1:B4'],
  ])('has a bold head that stays in sight and filters what is under it (%i rows)', async (count, range) => {
    const bytes = await bytesOf(
      xlsxStream(
        "设备's [1]",
        columns,
        of(...Array.from({ length: count }, (_, index) => ({ name: `u${index}`, count: index }))),
      ),
    );
    const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
    try {
      writeFileSync(join(folder, 'a.xlsx'), bytes);
      const part = (name: string) => execFileSync('unzip', ['-p', join(folder, 'a.xlsx'), name], { encoding: 'utf8' });
      const sheet = part('xl/worksheets/sheet1.xml');
      const styles = part('xl/styles.xml');
      const styleOf = (cell: string) => Number(new RegExp(`<c r="${cell}"(?: s="(\\d+)")?`).exec(sheet)?.[1] ?? 0);
      const isBold = (style: number) => {
        const font = Number(
          [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*fontId="(\d+)"/g)][style]?.[1],
        );
        return ([...styles.matchAll(/<font>.*?<\/font>/gs)][font]?.[0] ?? '').includes('<b/>');
      };
      expect([isBold(styleOf('A1')), isBold(styleOf('B1'))]).toEqual([true, true]);
      if (count > 0) expect([isBold(styleOf('A2')), isBold(styleOf('B2'))]).toEqual([false, false]);
      expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
      expect(sheet).toContain(`</sheetData><autoFilter ref="${range}"/>`);
      expect(part('xl/workbook.xml')).toContain(`'设备''s _1_'!$A$1:$B$${count + 1}</definedName>`);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect([sheet?.name, sheet?.freezePane, sheet?.autoFilter?.range, sheet?.rows.length]).toEqual([
      "设备's _1_",
      { rows: 1 },
      range,
      count + 1,
    ]);
  });
  it('is written while its rows are read: rows that nobody wants yet are not asked for', async () => {
    let asked = 0;
    async function* endless() {
      for (;;) yield { name: `unit ${(asked += 1)} ${Math.random()}`, count: asked };
    }
    const reader = xlsxStream('x', columns, endless()).getReader();
    await reader.read();
    await reader.read();
    // What lies between reader and source may fill up, and then it stands.
    const rest = () =>
      new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
    await rest();
    const before = asked;
    await rest();
    expect(asked).toBe(before);
    expect(asked).toBeLessThan(50_000);
    await reader.cancel();
  });
  it('breaks off when its rows do: half a list is never taken for the whole', async () => {
    async function* broken() {
      yield { name: 'a', count: 1 };
      throw new Error('database away');
    }
    await expect(bytesOf(xlsxStream('x', columns, broken()))).rejects.toThrow('database away');
  });
});

describe('exports of one user', () => {
  beforeEach(resetExportLimits);

  it('run two at once; the third is told to come again', async () => {
    const [end] = [await beginExport('a'), await beginExport('a')];
    await expect(beginExport('a')).rejects.toMatchObject({
      id: 'rate_limited',
      headers: { 'Retry-After': expect.any(String) as string },
    });
    await (
      await beginExport('b')
    )();
    end();
    end();
    await beginExport('a');
    await expect(beginExport('a')).rejects.toMatchObject({ id: 'rate_limited' });
  });
  it('are ten in a minute', async () => {
    for (let run = 0; run < 10; run += 1) (await beginExport('a'))();
    await expect(beginExport('a')).rejects.toMatchObject({ id: 'rate_limited' });
  });
});

describe('a watched stream', () => {
  const source = (fails = false) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (fails) controller.error(new Error('away'));
        else {
          controller.enqueue(new Uint8Array([1]));
          controller.close();
        }
      },
    });
  it('tells once that it was read, broke or was given up', async () => {
    const ends: unknown[] = [];
    await bytesOf(watchedStream(source(), (error) => ends.push(error ?? 'read')));
    await bytesOf(watchedStream(source(true), (error) => ends.push((error as Error).message))).catch(() => undefined);
    await watchedStream(source(), () => ends.push('given up')).cancel();
    expect(ends).toEqual(['read', 'away', 'given up']);
  });
});
