// `npm run backup -- --to FOLDER [--keep N] [--passphrase-file FILE] [--keys FILE] [--without-recordings]`: every row and
// file of this installation in one file, while it runs. docs/backup.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupName, removeOld, writeInWhole } from './lib/backup/folder.mjs';
import { openInstallation, portalVersion, readPassphrase, settingsOf } from './lib/backup/installation.mjs';
import { exitWith, Problem } from './lib/problem.mjs';
import { duration } from './lib/terminal.mjs';

const STREAM = '-';

function readOptions() {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      keys: { type: 'string' },
      'passphrase-file': { type: 'string' },
      'without-recordings': { type: 'boolean', default: false },
    },
  });
  if (!values.to) throw new Problem('Say where the backup goes: npm run backup -- --to FOLDER');
  if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep))
    throw new Problem(`--keep must be a number from 1 on, not "${values.keep}".`);
  if (values.keep !== undefined && values.to === STREAM)
    throw new Problem('--keep needs a folder, not standard output.');
  return { ...values, passphrase: readPassphrase(values['passphrase-file']) };
}

const number = (value) => value.toLocaleString('en');

async function main() {
  const options = readOptions();
  const { to, passphrase } = options;
  const settings = settingsOf(process.env);
  // Standard output may be the backup itself.
  const say = (line) => process.stderr.write(`${line}\n`);
  const { dataDir } = settings;
  const now = new Date();
  const installation = await openInstallation(settings);
  const { openBucket } = await import('./lib/backup/bucket.mjs');
  const bucket = await openBucket(dataDir);
  try {
    const [{ dump }, { writeKeys }] = await Promise.all([
      import('./lib/backup/dump.mjs'),
      import('./lib/backup/keys.mjs'),
    ]);
    const secrets = installation.secrets();
    const portal = portalVersion();
    const write = (output) =>
      dump(output, {
        databaseUrl: installation.databaseUrl,
        dataDir,
        portal,
        passphrase,
        sessionSecret: secrets.SESSION_SECRET,
        hasRecordings: !options['without-recordings'],
        bucket,
        now,
      });
    const file = to === STREAM ? STREAM : join(to, backupName(now));
    const made = to === STREAM ? await write(process.stdout) : await writeInWhole(file, write);
    say(
      `${file}: ${number(made.rows)} rows of ${made.tables} tables, ${number(made.files)} files, ${number(Math.ceil(made.bytes / 1024))} KiB, ${duration(Date.now() - now)}.`,
    );
    if (made.gone.length > 0) say(`Their time ran out meanwhile, so they are not in it: ${made.gone.join(', ')}.`);
    if (options.keys) {
      await writeInWhole(options.keys, (output) => writeKeys(output, { secrets, dataDir, portal, passphrase }));
      say(`${options.keys}: the secrets. Keep them elsewhere than the backup.`);
    }
    if (options.keep) for (const name of await removeOld(to, Number(options.keep))) say(`${name} is removed.`);
  } finally {
    await bucket?.close();
    await installation.stop();
  }
}

main().catch(exitWith);
