import { randomBytes } from 'node:crypto';
import { Problem } from '../problem.mjs';
import { quoted } from './catalogue.mjs';
import { withConnection } from './connection.mjs';
import { finish, load } from './load.mjs';

/**
 * Restores into a database that is made for it on the same server, and removes that again. Files are only read.
 * @param {import('./read.mjs').Backup} backup which has been verified @param {any} manifest @param {string} databaseUrl
 * @returns {Promise<{ rows: number, later: string[] }>}
 * @throws {Problem} the account may not create databases, or the backup does not fit
 */
export async function tryRestore(backup, manifest, databaseUrl) {
  const name = `lift_portal_trial_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT datcollate AS collation, datctype AS letters FROM pg_database WHERE datname = current_database()',
    );
    try {
      await client.query(
        `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE ${client.escapeLiteral(rows[0].collation)} LC_CTYPE ${client.escapeLiteral(rows[0].letters)}`,
      );
    } catch (error) {
      if (error.code !== '42501') throw error;
      throw new Problem('The account of DATABASE_URL may not create databases, which a trial needs (CREATEDB).', {
        cause: error,
      });
    }
    try {
      const { rows: loaded } = await load(backup, manifest, {
        databaseUrl: url.href,
        onFile: async (_path, chunks) => {
          for await (const chunk of chunks) void chunk;
        },
      });
      return { rows: loaded, ...(await finish(url.href)) };
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    }
  });
}
