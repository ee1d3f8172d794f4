// `npm run restore -- FILE [--check | --verify] [--passphrase-file FILE] [--keys FILE]`: makes an installation of a backup, in
// an empty database and DATA_DIR. `npm run restore -- --keys FILE --print-keys` prints secrets. docs/backup.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInstallation, readPassphrase, settingsOf } from './lib/backup/installation.mjs';
import { openBackup, verifyBackup } from './lib/backup/read.mjs';
import { prepareDataDir, secretsOf, writeWhole } from './lib/data-dir.mjs';
import { isPortalRunning } from './lib/own-database.mjs';
import { exitDone, exitWith, Problem, sentenceOf } from './lib/problem.mjs';
import { duration } from './lib/terminal.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      keys: { type: 'string' },
      'print-keys': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  });
  const [file] = positionals;
  if (values['print-keys'] ? !values.keys : positionals.length !== 1)
    throw new Problem('Say which backup: npm run restore -- FILE, or npm run restore -- --keys FILE --print-keys');
  return { ...values, file, passphrase: readPassphrase(values['passphrase-file']) };
}

async function main() {
  const options = readOptions();
  const settings = settingsOf(process.env);
  const { readKeys } = await import('./lib/backup/keys.mjs');
  if (options['print-keys']) {
    const { secrets } = await readKeys(options.keys, options.passphrase);
    for (const [name, value] of Object.entries(secrets)) say(`${name}=${value}`);
    return;
  }
  const startedAt = Date.now();
  const backup = await openBackup(options.file, options.passphrase);
  const manifest = await verifyBackup(backup);
  if (manifest.keys) throw new Problem(`${options.file} holds keys; a backup is wanted.`);
  if (options.verify) return say(`${options.file} is whole: ${summary(manifest)}, of ${backup.made}.`);
  const run = options.check ? check : restore;
  await run({ options, settings, backup, manifest, readKeys });
  say(`It took ${duration(Date.now() - startedAt)}.`);
}

const summary = ({ tables, files }) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')} rows of ${tables.length} tables, ${files.count.toLocaleString('en')} files`;

async function check({ options, settings, backup, manifest }) {
  const installation = await openInstallation(settings);
  try {
    const { tryRestore } = await import('./lib/backup/trial.mjs');
    const { later } = await tryRestore(backup, manifest, installation.databaseUrl);
    say(`${options.file} can be restored: ${summary(manifest)}, of ${backup.made}${after(later)}.`);
  } finally {
    await installation.stop();
  }
}

const after = (later) => (later.length > 0 ? `; ${later.length} later migrations ran after` : '');

async function restore({ options, settings, backup, manifest, readKeys }) {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl && options.keys)
    throw new Problem('With DATABASE_URL secrets are settings: --keys FILE --print-keys prints them; set them so.');
  if (!databaseUrl && isPortalRunning(dataDir)) throw new Problem(`A portal runs on ${dataDir}; stop it first.`);
  const keys = options.keys ? await readKeys(options.keys, options.passphrase) : undefined;
  const { RestoredFiles, requireNoFiles } = await import('./lib/backup/files.mjs');
  await requireNoFiles(dataDir, { hasBucket: Boolean(process.env.FILES_S3_BUCKET) });
  prepareDataDir(dataDir);
  const installation = await openInstallation(settings);
  const { openBucket } = await import('./lib/backup/bucket.mjs');
  const bucket = await openBucket(dataDir);
  try {
    const { finish, load, requireEmpty } = await import('./lib/backup/load.mjs');
    const { CommitUnknown } = await import('./lib/backup/connection.mjs');
    await requireEmpty(installation.databaseUrl, manifest);
    if (keys) takeKeys(dataDir, keys);
    const files = new RestoredFiles(dataDir, bucket);
    await files.begin();
    try {
      await load(backup, manifest, {
        databaseUrl: installation.databaseUrl,
        onFile: (path, chunks) => files.put(path, chunks),
        beforeCommit: () => files.settle(),
      });
    } catch (error) {
      if (error instanceof CommitUnknown)
        throw new Problem(
          `${error.message} The files stay. Look into the database: where it has users, run npm run db:deploy; where it has none, empty DATA_DIR/uploads and DATA_DIR/video/records and restore again; a bucket may stay as it is.`,
          { cause: error },
        );
      await files.undo();
      throw error;
    }
    // From here on nothing is taken back.
    const { later } = await finish(installation.databaseUrl).catch((error) => {
      throw new Problem(
        `All rows and files are restored and stay, but what comes after failed: ${sentenceOf(error)} Mend it and run npm run db:deploy; do not restore again.`,
        { cause: error },
      );
    });
    say(`Restored as of ${backup.made}: ${summary(manifest)}${after(later)}.`);
    await tellOfSecret(manifest.session, installation.secrets().SESSION_SECRET);
  } finally {
    await bucket?.close();
    await installation.stop();
  }
}

/** The database is empty, so nothing depends on the secrets that the folder may have. */
function takeKeys(dataDir, { secrets, demo }) {
  writeWhole(join(dataDir, 'secrets.json'), `${JSON.stringify({ ...secretsOf(dataDir), ...secrets }, null, 2)}\n`);
  for (const [name, content] of Object.entries(demo)) writeWhole(join(dataDir, name), content);
}

async function tellOfSecret(session, secret) {
  const { fingerprintOf } = await import('./lib/backup/dump.mjs');
  if (!session || (secret && fingerprintOf(secret, Buffer.from(session.salt, 'base64')) === session.fingerprint))
    return;
  say('SESSION_SECRET is not the one of the backup: everybody signs in again, and links in e-mails are void.');
}

main().then(exitDone, exitWith);
