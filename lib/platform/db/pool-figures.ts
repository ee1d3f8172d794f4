import { config } from '@/lib/config';
import { gauge } from '@/lib/platform/system/metrics';
import { pool } from './client';

/** What the metrics page says of this process's connections to PostgreSQL. */
export function showPool(): void {
  gauge(
    'portal_database_connections',
    'Connections to PostgreSQL of this process',
    () => {
      const { totalCount, idleCount } = pool();
      return [
        [totalCount - idleCount, 'used'],
        [idleCount, 'idle'],
      ];
    },
    'state',
  );
  gauge('portal_database_waiting', 'Calls that wait for a connection to PostgreSQL', () => [[pool().waitingCount]]);
  gauge('portal_database_connections_max', 'Most connections that this process takes (DB_POOL)', () => [
    [config().databasePool],
  ]);
}
