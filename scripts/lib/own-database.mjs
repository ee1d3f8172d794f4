import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, secretsOf } from './data-dir.mjs';
import { isStillRunning } from './process-identity.mjs';

/** Does `npm start` run on this folder? */
export function isPortalRunning(dataDir) {
  try {
    return isStillRunning(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).owner);
  } catch {
    return false;
  }
}

/**
 * The database of an installation: DATABASE_URL, or the embedded one, which is started when no portal runs.
 * @returns {Promise<{ databaseUrl: string, folders?: string[], stop(): Promise<void> }>} folders: what it lies in
 */
export async function openDatabase({ databaseUrl, dataDir, pgPort }) {
  if (databaseUrl) return { databaseUrl, stop: async () => undefined };
  const password = secretsOf(dataDir).POSTGRES_PASSWORD;
  if (isPortalRunning(dataDir)) {
    return {
      databaseUrl: `postgresql://portal:${encodeURIComponent(password)}@127.0.0.1:${pgPort}/portal`,
      folders: [dataDir],
      stop: async () => undefined,
    };
  }
  const { startPostgres } = await import('./postgres.mjs');
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: pgPort, password });
  return { ...server, folders: foldersOf(dataDir, server.clusterDir) };
}
