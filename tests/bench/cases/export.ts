import { alternate, median, report, ROUNDS, run, sized } from '../support/measure';
import { startServer } from '../support/child';
import { BRANCHES, createCustomers, createUnits } from '../support/world';

/**
 * A workbook of the list: rows a second against the least a streamed workbook can be, and whether memory grows with rows. Then
 * the largest export of the product, all accounts with their units, from the database to the file.
 */

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

const CUSTOMERS = sized(100_000, 1200);
const UNITS_EACH = 5;

/** The accounts of so many of twelve branches with their units, in a fresh process. */
async function exportUnitsOf(branches: number): Promise<{ seconds: number; peak: number }> {
  const server = await startServer('user-export');
  const result = await server.ask<{ seconds: number; peak: number }>({ type: 'export', branches });
  await server.stop();
  return result;
}

async function measureUsers(): Promise<void> {
  await createUnits(sized(20_000, 600));
  await createCustomers(CUSTOMERS, UNITS_EACH);
  const turns = { one: [] as number[], all: [] as number[], seconds: [] as number[] };
  for (let round = 0; round < Math.min(ROUNDS, 3); round += 1) {
    turns.one.push((await exportUnitsOf(1)).peak);
    const { seconds, peak } = await exportUnitsOf(BRANCHES.length);
    turns.all.push(peak);
    turns.seconds.push(seconds);
  }
  const [one, all] = [median(turns.one) / 2 ** 20, median(turns.all) / 2 ** 20];
  report(
    `Units of ${CUSTOMERS.toLocaleString('en')} accounts, peak memory (bare: of a twelfth of them)`,
    { ours: all, bare: one, ratio: all / one },
    'MB',
    { atMost: 1.5 },
  );
  const perSec = (CUSTOMERS * UNITS_EACH) / median(turns.seconds);
  report(
    `Units of ${CUSTOMERS.toLocaleString('en')} accounts (bare: rows of a list from memory)`,
    {
      ours: perSec,
      bare: median([(await exportRows(FEW, 0)).perSec]),
      ratio: perSec / (await exportRows(FEW, 0)).perSec,
    },
    'rows/s',
  );
}

run(async () => {
  report(
    'Workbook export',
    await alternate(
      async () => (await exportRows(FEW, 0)).perSec,
      async () => (await exportRows(FEW, 1)).perSec,
    ),
    'rows/s',
  );
  if (process.env.BENCH_EXCELJS) {
    report(
      'Workbook export (bare: exceljs, streaming)',
      await alternate(
        async () => (await exportRows(FEW, 0)).perSec,
        async () => (await exportRows(FEW, 2)).perSec,
      ),
      'rows/s',
      { atLeast: 3 },
    );
  }
  const large = await exportRows(MANY, 0);
  for (let round = 1; round < Math.min(ROUNDS, 3); round += 1) await exportRows(MANY, 0);
  const [few, many] = [median(peaks.get(`${FEW}/0`) ?? []) / 2 ** 20, median(peaks.get(`${MANY}/0`) ?? []) / 2 ** 20];
  report(
    `Workbook peak memory, ${MANY.toLocaleString('en')} rows (bare: ${FEW.toLocaleString('en')})`,
    { ours: many, bare: few, ratio: many / few },
    'MB',
    { atMost: 1.5 },
  );
  report(
    `Workbook speed, ${MANY.toLocaleString('en')} rows (bare: ${FEW.toLocaleString('en')})`,
    {
      ours: large.perSec,
      bare: median([(await exportRows(FEW, 0)).perSec]),
      ratio: large.perSec / (await exportRows(FEW, 0)).perSec,
    },
    'rows/s',
  );
  await measureUsers();
});
