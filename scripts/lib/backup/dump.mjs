// What goes into a backup: the rows of one moment, table by table, and the files.
import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { Problem } from '../problem.mjs';
import { PLAIN_SESSION, quoted, readMigrations, readSequences, readTables, tableName } from './catalogue.mjs';
import { inTransaction, withConnection } from './connection.mjs';
import { fileParts, isUpload } from './files.mjs';
import { newFileSum } from './read.mjs';
import { writeBackup } from './write.mjs';

const READ_ONLY = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const UNDEFINED_TABLE = '42P01';

/** @param {string} secret @param {Buffer} salt */
export const fingerprintOf = (secret, salt) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'lift-portal backup', 16)).toString('base64');

/**
 * Writes a backup of a database and its files.
 * @param {import('node:stream').Writable} output
 * @param {{ databaseUrl: string, dataDir: string, portal: string, passphrase?: string, sessionSecret?: string,
 *   hasRecordings?: boolean, bucket?: import('./bucket.mjs').Bucket, now?: Date }} options
 * @returns {Promise<{ bytes: number, tables: number, rows: number, files: number, gone: string[] }>} gone: partitions
 *   whose time ran out meanwhile
 * @throws {Problem} the database is away, holds no portal, or was migrated meanwhile; its files are elsewhere
 */
export function dump(output, options) {
  const {
    databaseUrl,
    dataDir,
    portal,
    passphrase,
    sessionSecret,
    hasRecordings = true,
    bucket,
    now = new Date(),
  } = options;
  return withConnection(databaseUrl, (keeper) =>
    withConnection(databaseUrl, (reader) =>
      // The snapshot lives as long as this transaction; it reads no table of ours and so locks none.
      inTransaction(keeper, READ_ONLY, async () => {
        await keeper.query(PLAIN_SESSION);
        const { rows: exported } = await keeper.query('SELECT pg_export_snapshot() AS snapshot');
        const { migrations, jobs } = await readMigrations(keeper);
        if (migrations.length === 0) throw new Problem('The database holds no portal; there is nothing to back up.');
        const tables = await readTables(keeper);
        const done = { tables: [], gone: [], files: newFileSum(), hasUploads: false };
        const salt = randomBytes(16);

        async function* parts() {
          // Files first: the sooner after the snapshot they are read, the fewer of its rows have lost theirs.
          yield* fileParts(dataDir, {
            hasRecordings,
            bucket,
            onEnd: (path, end) => {
              done.files.add(path, end);
              done.hasUploads ||= isUpload(path);
            },
          });
          if (!done.hasUploads)
            await requireNoUploads(reader, { tables, snapshot: exported[0].snapshot, dataDir, bucket });
          for (const table of tables) yield* tablePart(reader, { table, snapshot: exported[0].snapshot, done });
        }
        const manifest = async () => {
          await requireUnchanged(reader, migrations);
          const isThere = ({ name, schema }) => done.tables.some((one) => one.name === name && one.schema === schema);
          return {
            migrations,
            jobs,
            partitions: tables
              .filter((table) => table.parent !== null && isThere(table))
              .map(({ name, parent, bound }) => ({ name, parent, bound })),
            // Sequences know no snapshot: read last, they are never behind the rows.
            sequences: await readSequences(reader),
            session: sessionSecret
              ? { salt: salt.toString('base64'), fingerprint: fingerprintOf(sessionSecret, salt) }
              : null,
            tables: done.tables,
            files: done.files.result(),
          };
        };
        const { bytes } = await writeBackup(output, { made: now, portal, passphrase, parts: parts(), manifest });
        return {
          bytes,
          tables: done.tables.length,
          rows: done.tables.reduce((sum, { rows }) => sum + rows, 0),
          files: done.files.result().count,
          gone: done.gone,
        };
      }),
    ),
  );
}

async function beginIn(reader, snapshot) {
  await reader.query(READ_ONLY);
  await reader.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
  await reader.query(PLAIN_SESSION);
}

/** A backup of the wrong folder must not pass for one, and push out those that have the files. */
async function requireNoUploads(reader, { tables, snapshot, dataDir, bucket }) {
  if (!tables.some(({ schema, name }) => schema === 'public' && name === 'stored_file')) return;
  await beginIn(reader, snapshot);
  const { rows } = await reader.query(
    'SELECT count(*)::int AS files FROM public.stored_file WHERE deleted_at IS NULL HAVING count(*) > 0',
  );
  await reader.query('COMMIT');
  if (rows.length > 0)
    throw new Problem(
      `The database knows ${rows[0].files} files that people sent in, and ${bucket?.name ?? join(dataDir, 'uploads')} holds none: ${bucket ? 'FILES_S3_… name another bucket' : 'DATA_DIR is another folder'} than the portal's. Nothing was backed up.`,
    );
}

/** One table, read in the snapshot by a transaction that ends with it. */
async function* tablePart(reader, { table, snapshot, done }) {
  const { schema, name, columns } = table;
  await beginIn(reader, snapshot);
  try {
    await reader.query(`LOCK TABLE ${tableName(table)} IN ACCESS SHARE MODE`);
  } catch (error) {
    if (error.code !== UNDEFINED_TABLE || table.parent === null) throw error;
    await reader.query('ROLLBACK');
    done.gone.push(name);
    return;
  }
  const stream = copyTo(`COPY ${tableName(table)} (${columns.map(quoted).join(', ')}) TO STDOUT`);
  // The stream ends with the last row; the statement, which knows how many there were, a little later.
  const ended = new Promise((resolve) => Object.assign(stream, { handleReadyForQuery: resolve }));
  reader.query(stream);
  yield {
    about: { kind: 'table', schema, name, columns },
    chunks: stream,
    more: async () => {
      await ended;
      await reader.query('COMMIT');
      return { rows: stream.rowCount };
    },
    onEnd: ({ rows, bytes, sha256 }) => done.tables.push({ schema, name, rows, bytes, sha256 }),
  };
}

/** A migration may rewrite tables, which no snapshot sees. */
async function requireUnchanged(reader, before) {
  const { migrations } = await readMigrations(reader);
  if (JSON.stringify(migrations) !== JSON.stringify(before))
    throw new Problem('The database was migrated while it was backed up; start the backup again.');
}
