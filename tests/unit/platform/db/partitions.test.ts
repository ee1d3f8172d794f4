import { partitionAt, partitionsBetween } from '@/lib/platform/db/partitions';

const day = { table: 'equipment_trace', unit: 'day' } as const;
const month = { table: 'equipment_log', unit: 'month' } as const;

describe('partition bounds', () => {
  it('follow the Shanghai day', () => {
    expect(partitionAt(day, new Date('2026-02-28T15:59:59.999Z'))).toMatchObject({
      name: 'equipment_trace_p20260228',
      to: new Date('2026-02-28T16:00:00Z'),
    });
    expect(partitionAt(day, new Date('2026-02-28T16:00:00.000Z'))).toMatchObject({
      name: 'equipment_trace_p20260301',
      from: new Date('2026-02-28T16:00:00Z'),
    });
  });

  it('follow the Shanghai month over the end of a year', () => {
    expect(partitionAt(month, new Date('2026-12-31T16:00:00Z'))).toMatchObject({
      name: 'equipment_log_p202701',
      from: new Date('2026-12-31T16:00:00Z'),
      to: new Date('2027-01-31T16:00:00Z'),
    });
  });

  it('leave no gap and no overlap between neighbours', () => {
    const found = partitionsBetween(day, new Date('2024-02-27T00:00:00Z'), new Date('2024-03-02T00:00:00Z'));
    expect(found.map(({ name }) => name.slice(-4))).toEqual(['0227', '0228', '0229', '0301', '0302']);
    found.slice(1).forEach((partition, index) => expect(partition.from).toEqual(found[index]?.to));
  });

  it('always cover the present, even with nothing ahead', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(partitionsBetween(month, now, new Date(0))).toHaveLength(1);
  });
});
