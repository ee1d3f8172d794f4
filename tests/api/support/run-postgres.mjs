// A parent of the embedded PostgreSQL for the tests to kill. Arguments: one JSON object of startPostgres options.
// Prints the answer as one line and stays until it is told to stop (SIGTERM).
import { startPostgres } from '../../../scripts/lib/postgres.mjs';

try {
  const server = await startPostgres({ password: 'test', settings: { fsync: 'off' }, ...JSON.parse(process.argv[2]) });
  const { databaseUrl, pid, clusterDir, isAdopted } = server;
  process.once('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  console.log(JSON.stringify({ databaseUrl, pid, clusterDir, isAdopted }));
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
