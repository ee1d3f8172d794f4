import pg from 'pg';
import { config } from '@/lib/config';
import { closeDb, connectionConfig } from '@/lib/platform/db/client';
import { noonOf } from '@/lib/platform/i18n/shanghai';
import { failStart } from '@/lib/platform/system/lifecycle';
import { makeProgress } from '@/lib/platform/system/progress';
import { loadDemo } from './load';

/** Loads the demo installation (`dist/demo.mjs`): DATABASE_URL, DATA_DIR, DEMO_SCALE, DEMO_SEED, DEMO_DATE. */

async function main(): Promise<void> {
  const { dataDir, demo } = config();
  const client = new pg.Client(connectionConfig());
  await client.connect();
  try {
    const loaded = await loadDemo({
      client,
      dataDir,
      seed: demo.seed,
      scale: demo.scale,
      progress: makeProgress(process.stdout),
      // A given day ends at noon in Shanghai, so the same seed and date give the same data at any hour.
      now: demo.date ? noonOf(demo.date) : new Date(),
    });
    if (!loaded) {
      process.stdout.write('The database has users already; demo data go into an empty one only.\n');
      return;
    }
    process.stdout.write(
      `${loaded.branches} branches, ${loaded.projects} projects, ${loaded.units} units, ${loaded.callbacks} call-outs, ${loaded.symptoms} symptoms, ${loaded.jobs} maintenance jobs, ${loaded.events} events, ${loaded.logs} log entries, ${loaded.days} daily facts.\n`,
    );
    process.stdout.write(`Always moving for customerElite: ${loaded.showcase.join(', ')}.\n`);
  } finally {
    await Promise.all([client.end(), closeDb()]);
  }
}

main().catch(failStart);
