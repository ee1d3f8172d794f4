import type { IncidentRow } from '@/lib/features/incidents/contract';

/** What the alarm strip makes of incidents. Pure. */

/** Somebody in charge has it, or the reader has said that he knows: it is shown quieter (readings 136). */
export const isQuiet = ({ acks }: Pick<IncidentRow, 'acks'>): boolean =>
  acks.some(({ own, inCharge }) => own || inCharge);

const rankOf = (row: IncidentRow) => (row.condition === 'trapped' ? 0 : 2) + (isQuiet(row) ? 1 : 0);

/** Trapped persons on top, of those whom nobody has in charge first; otherwise in the order of the answer. */
export const inStripOrder = (rows: readonly IncidentRow[]): IncidentRow[] =>
  rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => rankOf(a.row) - rankOf(b.row) || a.index - b.index)
    .map(({ row }) => row);

/** The same incident, however often it is read. */
export const incidentKey = ({ condition, equipmentNo }: Pick<IncidentRow, 'condition' | 'equipmentNo'>): string =>
  `${condition} ${equipmentNo}`;
