import type { IncidentRow } from '@/lib/features/incidents/contract';

/** How the alarm strip orders incidents. Pure. */

/** A person in charge has taken it, or the reader has acknowledged it: it is shown less strongly (readings 136). */
export const isQuiet = ({ acks }: Pick<IncidentRow, 'acks'>): boolean =>
  acks.some(({ own, inCharge }) => own || inCharge);

const rankOf = (row: IncidentRow) => (row.condition === 'trapped' ? 0 : 2) + (isQuiet(row) ? 1 : 0);

/** Trapped persons first, those without a person in charge before the others; then the order of the answer. */
export const inStripOrder = (rows: readonly IncidentRow[]): IncidentRow[] =>
  rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => rankOf(a.row) - rankOf(b.row) || a.index - b.index)
    .map(({ row }) => row);

/** The key of an incident, the same in every read. */
export const incidentKey = ({ condition, equipmentNo }: Pick<IncidentRow, 'condition' | 'equipmentNo'>): string =>
  `${condition} ${equipmentNo}`;
