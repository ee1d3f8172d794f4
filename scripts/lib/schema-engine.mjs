// Prisma's schema engine as WebAssembly: no engine is downloaded, and comparing two schemas needs no database.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectionOptions } from './connection.mjs';

export const schemaDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../prisma/schema');
export const MIN_SERVER_VERSION = 15;
/** No table or enum is managed by anyone else. */
export const FILTERS = { externalTables: [], externalEnums: [] };

/** The schema's files as the engine wants them: `{path, content}`, sorted by name. */
export function schemaFiles(dir = schemaDir) {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: name, content: readFileSync(path.join(dir, name), 'utf8') }));
}

let engineModule;

/** Loads the WASM engine once a process. */
async function loadEngine() {
  engineModule ??= (async () => {
    const require = createRequire(import.meta.url);
    const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
    globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
      set_message: (message) => {
        throw new Error(message);
      },
    };
    const bytes = readFileSync(file.replace(/\.js$/, '.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return glue;
  })();
  return engineModule;
}

/** @param {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory} factory */
export async function openEngine(factory, files) {
  const [{ SchemaEngine }, { bindMigrationAwareSqlAdapterFactory }] = await Promise.all([
    loadEngine(),
    import('@prisma/driver-adapter-utils'),
  ]);
  return SchemaEngine.new(
    { datamodels: files.map(({ path: name, content }) => [name, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

/**
 * Prisma's adapter, except that a migration runs as it is written and in one transaction: the adapter's own
 * `executeScript` cuts the text at every semicolon, those inside functions and comments too, and sends the pieces
 * over different connections.
 * @param {{failure: string | undefined}} script is told what PostgreSQL refused, and where
 */
export async function databaseFactory(databaseUrl, script) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const factory = new PrismaPg(connectionOptions(databaseUrl));
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect();
      adapter.executeScript = async (sql) => {
        try {
          await adapter.underlyingDriver().query(sql);
        } catch (error) {
          const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : '';
          script.failure = `${error.message}${line}`;
          throw error;
        }
      };
      return adapter;
    },
  };
}

/**
 * Stands in for a database while two schemas are compared: the engine connects when it is made, although such a
 * comparison asks the server nothing but what it is.
 */
async function offlineDatabase() {
  const { ColumnTypeEnum } = await import('@prisma/driver-adapter-utils');
  const refuse = () => Promise.reject(new Error('This needs a database.'));
  const adapter = {
    provider: 'postgres',
    adapterName: 'offline',
    // The one question: does the schema `public` exist, and which version is this?
    queryRaw: async () => ({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, `PostgreSQL ${MIN_SERVER_VERSION}.0`, MIN_SERVER_VERSION * 10_000]],
    }),
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => undefined,
  };
  const connect = async () => adapter;
  return { provider: 'postgres', adapterName: 'offline', connect, connectToShadowDb: connect };
}

/**
 * SQL that leads from one schema to another.
 * @param {{path: string, content: string}[]} from schema files, or [] for an empty database
 * @param {{path: string, content: string}[]} to schema files
 */
export async function diffSchemas(from, to) {
  const engine = await openEngine(await offlineDatabase(), to);
  try {
    const result = await engine.diff({
      from: from.length === 0 ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: from },
      to: { tag: 'schemaDatamodel', files: to },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: FILTERS,
    });
    return result.exitCode === 2 ? (result.stdout ?? '') : '';
  } finally {
    engine.free();
  }
}
