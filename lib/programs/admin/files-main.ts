import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { config } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';
import { AppError } from '@/lib/platform/contract/errors';
import { closeDb } from '@/lib/platform/db/client';
import { DiskStore } from '@/lib/platform/files/disk-store';
import { fileStore } from '@/lib/platform/files/open-store';
import { moveFiles, type MoveCounts } from './move-files';
import { runProgram } from './run-program';

/** `npm run files:move -- --to bucket [--remove]`: the files of DATA_DIR into the bucket of FILES_S3_…, or `--to disk` back. */

const EVERY = 1000;
const MOST_FAULTS = 50;

const number = (value: number) => value.toLocaleString('en');
const summary = ({ copied, present, removed, bytes }: MoveCounts) =>
  `${number(copied)} files copied (${number(Math.ceil(bytes / 1024))} KiB), ${number(present)} were there, ${number(removed)} removed where they were`;

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string' }, remove: { type: 'boolean', default: false } },
  });
  if (values.to !== 'bucket' && values.to !== 'disk')
    throw new ConfigError('Say where they go: npm run files:move -- --to bucket, or --to disk.');
  const { dataDir, filesBucket } = config();
  if (!filesBucket) throw new ConfigError('FILES_S3_BUCKET is not set, so there is no bucket to move from or to.');
  const bucket = fileStore();
  const disk = new DiskStore(join(dataDir, 'uploads'));
  const [from, to] = values.to === 'bucket' ? [disk, bucket] : [bucket, disk];
  process.stdout.write(`From ${from.name} to ${to.name}.\n`);
  try {
    let seen = 0;
    const moved = await moveFiles({
      from,
      to,
      removes: values.remove,
      onFile: (so) => {
        seen += 1;
        if (seen % EVERY === 0) process.stdout.write(`${summary(so)} …\n`);
      },
    });
    process.stdout.write(`${summary(moved)}.\n`);
    for (const fault of moved.faults.slice(0, MOST_FAULTS)) process.stderr.write(`${fault}\n`);
    if (moved.faults.length > 0) {
      process.stderr.write(`${number(moved.faults.length)} files are not in ${to.name}.\n`);
      process.exitCode = 1;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { cause } = error;
    throw new Error(
      `A store did not do its part (${cause instanceof Error ? cause.message || cause.name : error.id}). What was moved stays; run it again.`,
      { cause: error },
    );
  } finally {
    await closeDb();
  }
}

runProgram(main);
