import { alternate, median, report, ROUNDS, run, sized } from '../support/measure';
import { startServer } from '../support/child';

/** A workbook of the list: rows a second against the least a streamed workbook can be, and whether memory grows with rows. */

const FEW = sized(100_000, 2000);
const MANY = FEW * 10;
const peaks = new Map<string, number[]>();

/** Each export in a fresh process, whose peak is its own. @param bare 0 ours, 1 the least, 2 exceljs */
async function exportRows(rows: number, bare: number): Promise<{ perSec: number; peak: number }> {
  const server = await startServer('sheet');
  const { seconds, peak } = await server.ask<{ seconds: number; peak: number }>({ type: 'export', rows, bare });
  await server.stop();
  const key = `${rows}/${bare}`;
  peaks.set(key, [...(peaks.get(key) ?? []), peak]);
  return { perSec: rows / seconds, peak };
}

run(async () => {
  report('Workbook export', await alternate(async () => (await exportRows(FEW, 0)).perSec, async () => (await exportRows(FEW, 1)).perSec), 'rows/s');
  if (process.env.BENCH_EXCELJS) {
    report('Workbook export (bare: exceljs, streaming)', await alternate(async () => (await exportRows(FEW, 0)).perSec, async () => (await exportRows(FEW, 2)).perSec), 'rows/s', { atLeast: 3 });
  }
  const large = await exportRows(MANY, 0);
  for (let round = 1; round < Math.min(ROUNDS, 3); round += 1) await exportRows(MANY, 0);
  const [few, many] = [median(peaks.get(`${FEW}/0`) ?? []) / 2 ** 20, median(peaks.get(`${MANY}/0`) ?? []) / 2 ** 20];
  report(`Workbook peak memory, ${MANY.toLocaleString('en')} rows (bare: ${FEW.toLocaleString('en')})`, { ours: many, bare: few, ratio: many / few }, 'MB', { atMost: 1.5 });
  report(`Workbook speed, ${MANY.toLocaleString('en')} rows (bare: ${FEW.toLocaleString('en')})`, { ours: large.perSec, bare: median([(await exportRows(FEW, 0)).perSec]), ratio: large.perSec / (await exportRows(FEW, 0)).perSec }, 'rows/s');
});
