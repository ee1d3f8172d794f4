import type { PartitionedTable } from '@/lib/platform/db/partitions';

/** The tables that are kept in partitions, and how long (api.md §5.1). */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { table: 'equipment_trace', column: 'bucket_start', unit: 'day', keep: { days: 30 } },
  { table: 'equipment_log', column: 'cube_date', unit: 'month', keep: { months: 24 } },
  { table: 'api_access_log', column: 'create_date', unit: 'month', keep: { months: 12 } },
];
