import { z } from 'zod';
import { needed, neededWhole, words } from '../fields';
import { importer, saveRows, valuesOf } from '../kind';

/** The check items with which a job of this type on such a machine starts. */

const MaintenanceItemTemplateImport = z.object({
  maintenanceType: z.string('required').regex(/^[A-Z0-9_]{1,20}$/, 'badValue'),
  displayType: z.enum(['EV', 'ES', 'WW'], 'badValue'),
  no: neededWhole(1, 10_000),
  item: needed(),
  requirement: words(500),
});

const KEY = ['maintenanceType', 'displayType', 'no'];
const TABLE = {
  name: 'maintenance_item_template',
  key: ['maintenance_type', 'display_type', 'no'],
  columns: ['item', 'requirement'],
};

export const maintenanceItemTemplate = importer(MaintenanceItemTemplateImport, (sql, rows, source) =>
  saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ maintenanceType, displayType, no }) => `${maintenanceType} ${displayType} ${no}`,
    judge: (row) => valuesOf(row, [...KEY, 'item', 'requirement']),
  }),
);
