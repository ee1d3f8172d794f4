import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseLargeTables } from '@/lib/platform/pdf/draw';
import { Paper } from '@/lib/platform/pdf/paper';
import { startPaperPool, type PaperPool } from '@/lib/platform/pdf/pool';
import { pdfFonts, pdfInfo, pdfText } from '../../../support/pdf';

/** What a report says on paper beside a record: cover, key figures, charts, sections, pages across. */

const ROOT = join(__dirname, '../../../..');
const MADE_AT = Date.UTC(2026, 9, 1, 4);

let pool: PaperPool;
beforeAll(() => {
  pool = startPaperPool({
    command: { file: join(ROOT, 'lib/programs/paper/main.ts'), execArgv: ['--import', 'tsx'] },
    size: 1,
    // A busy machine would not draw in time.
    priority: 0,
  });
});
afterAll(() => pool.close());

const NAMES = ['1月', '2月', '3月'];
const series = (values: (number | null)[]) => ({
  title: '召修趋势',
  names: NAMES,
  series: [
    { name: '全部', values },
    { name: '设备原因', values: [1, 2, 0] },
  ],
  words: { name: '月份' },
});
const chart = (kind: 'line' | 'stacked' | 'squares', values: (number | null)[] = [12, 345, null]) => ({
  kind: 'chart' as const,
  title: `图${kind}`,
  chart: { kind, model: series(values) },
  alt: '召修走势：1月12，2月345',
  empty: '暂无数据',
});
const pie = {
  kind: 'chart' as const,
  title: '召修原因',
  chart: {
    kind: 'pie' as const,
    model: { title: '召修原因', entries: [{ name: '设备原因', value: 3 }], words: { name: '原因', value: '数量' } },
  },
  alt: '召修原因：设备原因3',
  empty: '暂无数据',
};
const report: Paper = {
  language: 'zh-CN',
  title: '项目运行报告',
  subject: '#海棠*金融[中心]',
  foot: '项目运行报告',
  madeAt: MADE_AT,
  cover: {
    brand: '梯望',
    lines: [
      { label: '报告期间', value: '2025-11-01 至 2026-10-31' },
      { label: '生成时间', value: '2026-11-02 06:00' },
    ],
    summary: ['20 台设备的可用率为 99.93%。', '共召修 54 件。', '1 台设备异常。'],
  },
  blocks: [
    { kind: 'section', title: '关键指标' },
    {
      kind: 'figures',
      figures: [
        {
          label: '可用率',
          value: '99.93',
          unit: '%',
          target: '达标 目标 ≥ 99.5%',
          definition: '（24 小时 − 停梯）÷ 24 小时',
        },
        { label: '困人', value: '-', definition: '召修中有人被困' },
      ],
    },
    chart('line'),
    { kind: 'pair', left: pie, right: chart('stacked', [null, 0, 3]) },
    chart('squares'),
    {
      ...chart('line', [null, null, null]),
      chart: { kind: 'line', model: { ...series([]), series: [] } },
      title: '困人趋势',
    },
    { kind: 'break', isLandscape: true },
    { kind: 'section', title: '设备明细' },
    {
      kind: 'items',
      columns: Array.from({ length: 12 }, (_, index) => ({ head: `列${index + 1}` })),
      rows: Array.from({ length: 60 }, (_, row) => Array.from({ length: 12 }, (_, column) => `${row}-${column}`)),
      total: ['合计', ...Array.from({ length: 11 }, (_, index) => `Σ${index}`)],
    },
    { kind: 'break' },
    { kind: 'notes', title: '说明', items: ['缺失的值印为“-”。'] },
  ],
};

/** Without blanks: letters and Chinese stand apart on paper. */
const flat = (text: string) => text.replace(/\s+/g, '');

let pdf: Uint8Array;
let pages: string[];
beforeAll(async () => {
  pdf = await pool.draw(report);
  if (process.env.KEEP_PDF) writeFileSync(process.env.KEEP_PDF, pdf);
  pages = pdfText(pdf).split('\f').slice(0, -1).map(flat);
});

it('the cover says the portal, the report, whose, which days, when, and what it comes to', () => {
  for (const text of ['梯望', '项目运行报告', '#海棠*金融[中心]', '2025-11-01 至 2026-10-31', '2026-11-02 06:00'])
    expect(pages[0]).toContain(flat(text));
  for (const sentence of report.cover?.summary ?? []) expect(pages[0]).toContain(flat(sentence));
  expect(pages[0]).not.toContain('关键指标');
});

it('key figures stand with their target and definition, charts with their figures', () => {
  const text = pages.join('');
  for (const word of ['99.93', '达标', '目标 ≥ 99.5%', '÷ 24 小时', '345', '设备原因 3 (100%)'])
    expect(text).toContain(flat(word));
});

it('a chart without a value says so', () => {
  expect(pages.join('')).toContain('困人趋势暂无数据');
});

it('a wide table lies across with its sums, the pages after it upright', () => {
  const sizes = pages.map((_, index) => pdfInfo(pdf, index + 1)[`Page ${index + 1} size`] ?? '');
  const across = pages.flatMap((text, index) => (text.includes('列12') ? [index] : []));
  expect(across.length).toBeGreaterThan(1);
  for (const index of across) expect(sizes[index]?.replace(/\s+/g, '')).toMatch(/^841\.89x595/);
  expect(sizes.at(-1)?.replace(/\s+/g, '')).toMatch(/^595\.\d+x841/);
  expect(pages[across.at(-1) ?? 0]).toMatch(/合计.*Σ10/);
  expect(pages.at(-1)).toContain('说明');
});

it('the file is tagged, its fonts are in it, and the same report is the same bytes', async () => {
  expect(pdfInfo(pdf)).toMatchObject({ Tagged: 'yes', Title: '项目运行报告 #海棠*金融[中心]' });
  const fonts = pdfFonts(pdf);
  expect(fonts.length).toBeGreaterThan(1);
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  expect(Buffer.from(await pool.draw(report)).equals(Buffer.from(pdf))).toBe(true);
});

it('a table over 12 columns or 5,000 rows is refused with a sentence', () => {
  const table = (columns: number, rows: number) => ({
    blocks: [
      {
        kind: 'items' as const,
        columns: Array.from({ length: columns }, () => ({ head: 'x' })),
        rows: Array.from({ length: rows }, () => ['x']),
      },
    ],
  });
  const refused = expect.objectContaining({ id: 'bad_request', messageKey: 'paperTooLarge' });
  expect(() => refuseLargeTables(table(13, 1))).toThrow(refused);
  expect(() => refuseLargeTables(table(12, 5001))).toThrow(refused);
  expect(() => refuseLargeTables(table(12, 5000))).not.toThrow();
  expect(Paper.safeParse({ language: 'en', title: 'x', madeAt: 1, ...table(13, 1) }).success).toBe(false);
});
