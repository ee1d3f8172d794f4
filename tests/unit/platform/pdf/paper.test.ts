import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { PaperBusy, PaperRefused, startPaperPool } from '@/lib/platform/pdf/pool';
import type { PaperPool } from '@/lib/platform/pdf/pool';
import type { Paper } from '@/lib/platform/pdf/paper';
import { pdfFonts, pdfImages, pdfInfo, pdfLetters, pdfText } from '../../../support/pdf';

/** Documents as they are printed (docs/decisions/017-paper.md), drawn by the real program and read by poppler. */

const ROOT = join(__dirname, '../../../..');
const command = { file: join(ROOT, 'lib/programs/paper/main.ts'), execArgv: ['--import', 'tsx'] };
/** A busy machine would not draw in time. */
const AS_EVERYBODY = { priority: 0 };
const MADE_AT = Date.UTC(2026, 9, 1, 4);
const STROKES =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 600"><path d="M10 10L900 500" fill="none" stroke="#123" stroke-width="9"/></svg>';

let pool: PaperPool;
beforeAll(() => {
  pool = startPaperPool({ command, size: 2, ...AS_EVERYBODY });
});
afterAll(() => pool.close());

const paper = (more: Partial<Paper> = {}): Paper => ({
  language: 'zh-CN',
  title: '维保记录',
  madeAt: MADE_AT,
  blocks: [],
  ...more,
});
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => [String(index + 1), `检查项目 ${index + 1}`, '清洁，无异常声响', '正常']);
const COLUMNS = [
  { head: '序号', align: 'end' as const },
  { head: '项目', share: 2 },
  { head: '要求', share: 3 },
  { head: '结果' },
];

it('a document is A4, tagged, titled, and brings its fonts along, in both languages', async () => {
  for (const [language, title] of [
    ['zh-CN', '维保记录'],
    ['en', 'Maintenance record'],
  ] as const) {
    const pdf = await pool.draw(
      paper({ language, title, subject: '凯旋大厦 1#', blocks: [{ kind: 'items', columns: COLUMNS, rows: rows(3) }] }),
    );
    const info = pdfInfo(pdf);
    expect(info).toMatchObject({ Title: `${title} 凯旋大厦 1#`, Tagged: 'yes', JavaScript: 'no', Pages: '1' });
    expect(info['Page size']).toContain('(A4)');
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/Lang (${language === 'en' ? 'en-GB' : 'zh-CN'})`);
    const fonts = pdfFonts(pdf);
    expect(fonts.map(({ name }) => name.replace(/^[A-Z]+\+/, '')).sort()).toEqual([
      'NotoSansSC-Bold',
      'NotoSansSC-Regular',
    ]);
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  }
});

it('what is printed is letters, whatever they mean to others', async () => {
  const HOSTILE = [
    '#read("/etc/passwd") #panic() #{1+1}',
    '*bold* _italic_ $x^2$ `raw` ~ @label <label> // no comment /* nor this */',
    '[text] ]] }} \\# \\u{1F600} "quotes" \'single\' --- ... - list + enum = heading',
    '😀 电梯🛗 👷‍♀️ ✅',
    '名'.repeat(200),
    'x'.repeat(200),
  ];
  const pdf = await pool.draw(
    paper({
      title: '#*$[记录]',
      foot: '#foot *x*',
      marks: ['#mark $x$'],
      blocks: [
        { kind: 'properties', title: '#t', rows: HOSTILE.map((value, index) => ({ label: `#l${index}`, value })) },
        { kind: 'items', columns: [{ head: '#h', share: 1 }], rows: HOSTILE.map((value) => [value]) },
        { kind: 'text', paragraphs: HOSTILE },
        { kind: 'notes', title: '= n', items: HOSTILE },
        { kind: 'signatures', slots: [{ label: '#s', name: '$[签]' }] },
      ],
    }),
  );
  const letters = pdfLetters(pdf);
  for (const text of HOSTILE.slice(0, 3))
    expect(letters.split(text.replace(/\s+/g, '')).length - 1).toBeGreaterThanOrEqual(3);
  for (const text of HOSTILE.slice(3)) expect(letters).toContain(text.replace(/\s+/g, '').slice(0, 12));
  expect(letters.match(/名/g)).toHaveLength(800);
  expect(letters.match(/x{10}/g)?.length).toBeGreaterThanOrEqual(60);
  for (const text of ['#*$[记录]', '#foot*x*', '#mark$x$', '#t', '=n', '#s', '$[签]']) expect(letters).toContain(text);
  expect(letters).not.toContain('root:');
});

it('a row stays on one page, the head is on each, and every page says which of how many it is', async () => {
  const tall = rows(120).map((row) => [...row.slice(0, 2), '第一行\n第二行\n第三行', ...row.slice(3)]);
  const pdf = await pool.draw(paper({ blocks: [{ kind: 'items', title: '检查项目', columns: COLUMNS, rows: tall }] }));
  const pages = pdfText(pdf).split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(3);
  pages.forEach((text, index) => {
    expect(text).toContain(`第 ${index + 1} 页，共 ${pages.length} 页`);
    expect(text.replace(/\s/g, '')).toContain('序号项目要求结果');
    // Three lines a row, none of them elsewhere.
    const [first, last] = ['第一行', '第三行'].map((line) => text.split(line).length - 1);
    expect(first).toBe(last);
  });
  expect(pages.join('').match(/第二行/g)).toHaveLength(120);
});

it('signatures show their strokes, and say them', async () => {
  const slots = [
    { label: '客户签字', name: '王芳', at: '2026-10-01 12:00:00', strokes: STROKES, alt: '王芳的签字' },
    { label: '维保人员', name: '李强' },
  ];
  const pdf = await pool.draw(paper({ blocks: [{ kind: 'signatures', title: '签字', slots }] }));
  const text = pdfText(pdf);
  for (const word of ['客户签字', '王芳', '2026-10-01 12:00:00', '维保人员', '李强']) expect(text).toContain(word);
  const blank = await pool.draw(
    paper({ blocks: [{ kind: 'signatures', title: '签字', slots: slots.map(({ strokes: _, ...slot }) => slot) }] }),
  );
  expect(pdf.byteLength).toBeGreaterThan(blank.byteLength);
});

it('a chart is printed as a drawing, with a description for readers who cannot see it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20"><rect width="50" height="20"/></svg>';
  const pdf = await pool.draw(
    paper({ blocks: [{ kind: 'figure', title: '运行次数', svg, alt: '十月每日运行次数', caption: '单位：次' }] }),
  );
  expect(pdfText(pdf)).toContain('单位：次');
  expect(pdfText(pdf)).toContain('运行次数');
});

it('the same document is the same bytes, in whichever process it is drawn', async () => {
  const hash = async () =>
    createHash('sha256')
      .update(await pool.draw(paper({ blocks: [{ kind: 'items', columns: COLUMNS, rows: rows(40) }] })))
      .digest('hex');
  const hashes = await Promise.all(Array.from({ length: 6 }, hash));
  expect(new Set(hashes).size).toBe(1);
  expect(pool.pids()).toHaveLength(2);
});

describe('the pool', () => {
  it('refuses strokes that are no picture, and goes on', async () => {
    const slots = [{ label: 'a', name: 'b', strokes: '<svg no picture' }];
    await expect(pool.draw(paper({ blocks: [{ kind: 'signatures', slots }] }))).rejects.toBeInstanceOf(PaperRefused);
    expect(pdfText(await pool.draw(paper()))).toContain('维保记录');
  });

  it('a process that is killed takes its document with it, and nothing else', async () => {
    const own = startPaperPool({ command, size: 1, ...AS_EVERYBODY });
    try {
      await own.draw(paper());
      const [pid = 0] = own.pids();
      const lost = own.draw(paper({ blocks: [{ kind: 'items', columns: COLUMNS, rows: rows(5000) }] }));
      const next = own.draw(paper({ title: '之后' }));
      process.kill(pid, 'SIGKILL');
      await expect(lost).rejects.toBeInstanceOf(PaperRefused);
      expect(pdfText(await next)).toContain('之后');
    } finally {
      await own.close();
    }
  });

  it('one that hangs is ended; who waits too long a line is told at once', async () => {
    const hangs = join(ROOT, '.tmp-hanging-drawer.mjs');
    writeFileSync(
      hangs,
      "process.send({ isReady: true }); process.on('message', () => {}); setInterval(() => {}, 1e6);",
    );
    const own = startPaperPool({ command: { file: hangs }, size: 1, timeoutMs: 300, maxWaiting: 2 });
    try {
      const asked = Array.from({ length: 3 }, () => own.draw(paper()).catch((error: unknown) => error));
      // Behind everything that is live.
      expect(own.pids().map((pid) => getPriority(pid))).toEqual([constants.priority.PRIORITY_LOW]);
      const outcomes = await Promise.all(asked);
      expect(outcomes.filter((outcome) => outcome instanceof PaperBusy)).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome instanceof PaperRefused)).toHaveLength(2);
    } finally {
      (await import('node:fs')).rmSync(hangs);
      await own.close();
    }
  });

  it('a program that does not start is said at once', async () => {
    const own = startPaperPool({ command: { file: join(ROOT, 'no-such-file.mjs') }, size: 1 });
    await expect(own.draw(paper())).rejects.toBeInstanceOf(PaperBusy);
    await own.close();
  });

  it('one that has grown over a large table is replaced', async () => {
    const own = startPaperPool({ command, size: 1, ...AS_EVERYBODY });
    await own.draw(paper());
    const [small] = own.pids();
    await own.draw(paper({ blocks: [{ kind: 'items', columns: COLUMNS, rows: rows(5000) }] }));
    expect(pdfText(await own.draw(paper({ title: '之后' })))).toContain('之后');
    expect(own.pids()).not.toContain(small);
    await own.close();
  });

  it('ends its processes when there is nothing to draw', async () => {
    const own = startPaperPool({ command, size: 1, idleMs: 50, ...AS_EVERYBODY });
    await own.draw(paper());
    const ended = async (): Promise<number> =>
      own.pids().length === 0 ? 0 : new Promise((resolve) => setTimeout(resolve, 20)).then(ended);
    expect(await ended()).toBe(0);
    expect(pdfText(await own.draw(paper()))).toContain('维保记录');
    await own.close();
  });
});

it('photos stand small beside each other with their captions; one that cannot be read says so', async () => {
  const { default: sharp } = await import('sharp');
  const jpeg = (
    await sharp({ create: { width: 360, height: 270, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
  const photos = Array.from({ length: 5 }, (_, index) => ({
    jpeg,
    caption: `${index + 1}-1 #门锁`,
    alt: `照片 ${index + 1}`,
  }));
  const draw = () =>
    pool.draw(
      paper({
        blocks: [
          {
            kind: 'photos',
            title: '检查照片',
            missing: '照片无法读取',
            photos: [...photos, { caption: '6-1 层门', alt: '照片 6' }],
          },
        ],
      }),
    );
  const pdf = await draw();
  for (const words of ['检查照片', '1-1#门锁', '5-1#门锁', '6-1层门', '照片无法读取'])
    expect(pdfLetters(pdf)).toContain(words);
  expect(pdfImages(pdf)).toBe(5);
  expect(Buffer.from(await draw()).equals(Buffer.from(pdf))).toBe(true);
});
