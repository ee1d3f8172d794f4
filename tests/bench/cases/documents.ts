import { chromium } from '@playwright/test';
import { startPaperPool } from '@/lib/platform/pdf/pool';
import type { Paper } from '@/lib/platform/pdf/paper';
import { paperCommand } from '@/lib/programs/gateway/paper';
import { alternate, report, ROUNDS, run, sized } from '../support/measure';

/**
 * What a document with a table of 500 rows takes from the question to its last byte, the drawing process being warm. Beside it a
 * warm headless Chromium that prints the same rows from HTML.
 */

const ROWS = sized(500, 20);
const rows = Array.from({ length: ROWS }, (_, index) => [
  String(index + 1),
  `10${String(index).padStart(6, '0')}`,
  `凯旋大厦 ${index + 1}# 电梯`,
  '2026-10-01 09:20:21',
  index % 7 === 0 ? '已调整间隙 2.0 mm' : '正常',
]);
const HEADS = ['序号', '设备号', '设备名称', '完成时间', '结果'];
const PAPER: Paper = {
  language: 'zh-CN',
  title: '维保记录',
  madeAt: Date.UTC(2026, 9, 1),
  blocks: [{ kind: 'items', columns: HEADS.map((head, at) => ({ head, ...(at === 2 ? { share: 1 } : {}) })), rows }],
};
const HTML = `<!doctype html><html lang="zh-CN"><title>维保记录</title><style>table{width:100%;border-collapse:collapse}tr{break-inside:avoid}td,th{border-bottom:1px solid #ccc;padding:4px;text-align:left}</style>
<h1>维保记录</h1><table><thead><tr>${HEADS.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
  .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  .join('')}</tbody></table></html>`;

const timed = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

run(async () => {
  const pool = startPaperPool({ command: paperCommand(), size: 1 });
  const browser = await chromium.launch({ executablePath: process.env.BENCH_BROWSER, args: ['--no-sandbox'] });
  const ours = () => timed(() => pool.draw(PAPER));
  const printed = () =>
    timed(async () => {
      const page = await browser.newPage();
      await page.setContent(HTML);
      await page.pdf({ format: 'A4', tagged: true });
      await page.close();
    });
  for (const warmUp of [ours, printed, ours, printed]) await warmUp();
  report(`PDF with a table of ${ROWS} rows, warm headless Chromium`, await alternate(ours, printed, ROUNDS), 'ms', {
    atMost: 0.45,
  });
  await browser.close();
  await pool.close();
});
