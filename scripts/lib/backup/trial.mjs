import { randomBytes } from 'node:crypto';
import { Problem } from '../problem.mjs';
import { quoted } from './catalogue.mjs';
import { withConnection } from './connection.mjs';
import { finish, load } from './load.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Restores into a database that is made for it on the same server, and removes that again. Files are only read.
 * What earlier trials left that were killed is removed before.
 * @param {import('./read.mjs').Backup} backup which has been verified @param {any} manifest @param {string} databaseUrl
 * @returns {Promise<{ rows: number, later: string[] }>}
 * @throws {Problem} the account may not create databases, or the backup does not fit
 */
export async function tryRestore(backup, manifest, databaseUrl) {
  const name = `lift_portal_trial_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return withConnection(databaseUrl, async (client) => {
    await removeLeftOver(client);
    // Whoever removes what was left over sees by it that somebody is at work on this database.
    await client.query(`SET application_name = ${client.escapeLiteral(name)}`);
    const remove = () => client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    const {
      rows: [letters],
    } = await client.query(
      'SELECT datcollate AS collation, datctype AS letters FROM pg_database WHERE datname = current_database()',
    );
    try {
      await client.query(
        `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE ${client.escapeLiteral(letters.collation)} LC_CTYPE ${client.escapeLiteral(letters.letters)}`,
      );
    } catch (error) {
      if (error.code !== '42501') throw error;
      throw new Problem('The account of DATABASE_URL may not create databases, which a trial needs (CREATEDB).', {
        cause: error,
      });
    }
    const stopped = onStop(remove);
    try {
      const { rows } = await load(backup, manifest, {
        databaseUrl: url.href,
        onFile: async (_path, chunks) => {
          for await (const chunk of chunks) void chunk;
        },
      });
      return { rows, ...(await finish(url.href)) };
    } catch (error) {
      const signal = stopped.signal();
      if (signal) throw new Problem(`The trial was ended by ${signal}; nothing of it is left.`, { cause: error });
      throw error;
    } finally {
      stopped.forget();
      await remove();
    }
  });
}

/** Runs `remove` at the first SIGINT or SIGTERM, which makes the work fail; a second one ends the program as ever. */
function onStop(remove) {
  let signal;
  const hear = (name) => {
    signal = name;
    forget();
    remove().catch(() => undefined);
  };
  const forget = () => SIGNALS.forEach((name) => process.removeListener(name, hear));
  SIGNALS.forEach((name) => process.on(name, hear));
  return { signal: () => signal, forget };
}

/** Databases of trials that were killed: nobody is connected to them, and no trial of their name runs. */
async function removeLeftOver(client) {
  const { rows } = await client.query(
    `SELECT datname AS name FROM pg_database d
      WHERE datname LIKE 'lift\\_portal\\_trial\\_%' AND pg_get_userbyid(datdba) = current_user AND NOT EXISTS (
        SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname OR a.application_name = d.datname)`,
  );
  // Another trial may be as quick; somebody may have connected since.
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${quoted(name)}`).catch(() => undefined);
}
