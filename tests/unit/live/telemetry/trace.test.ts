import { TraceBuffer, type UnitTrace } from '@/lib/live/telemetry/trace';
import type { StoredChange } from '@/lib/live/units/trace';

/** What reaches the table, by unit and bucket; the statement itself is proven in tests/api/live/telemetry. */

const BUCKET = 5 * 60_000;
const before = (live: UnitTrace['before']['live'] = {}): UnitTrace['before'] => ({
  live,
  onlineStatus: 1,
  connection: 'online',
});
const LINKED = (start: number): StoredChange[] => [
  [start, 'onlinestatus', 1],
  [start, 'connection', 'online'],
];

async function written(buffer: TraceBuffer): Promise<Record<string, StoredChange[]>> {
  const rows: Record<string, StoredChange[]> = {};
  const query = ({ values }: { values: string[] }) => {
    for (const { no, start, changes } of JSON.parse(values[0] ?? '[]') as {
      no: string;
      start: number;
      changes: StoredChange[];
    }[])
      rows[`${no} ${start}`] = changes;
    return Promise.resolve();
  };
  await buffer.flush({ query } as unknown as Parameters<TraceBuffer['flush']>[0]);
  return rows;
}

describe('traces on their way to the table', () => {
  it('[readings 75] every bucket of a unit begins with a keyframe of what was known, once', async () => {
    const buffer = new TraceBuffer();
    const live = {
      door: { value: 'Closed', at: 7, seq: 3, since: 5 },
      mode: { value: 'N', at: 4, secondary: ['JAB'] },
    };
    buffer.add('E1', { before: before(live), changes: [[BUCKET + 1, 'door', 'Opening']] });
    buffer.add('E1', { before: before({}), changes: [[BUCKET + 2, 'door', 'Opened']] });
    expect(await written(buffer)).toEqual({
      [`E1 ${BUCKET}`]: [
        [7, 'door', 'Closed'],
        [4, 'mode', 'N', { secondary: ['JAB'] }],
        ...LINKED(BUCKET),
        [BUCKET + 1, 'door', 'Opening'],
        [BUCKET + 2, 'door', 'Opened'],
      ],
    });
    // Written already: the next seconds of the bucket go without it, the next bucket has its own.
    buffer.add('E1', { before: before(live), changes: [[BUCKET + 3, 'door', 'Closing']] });
    buffer.add('E1', { before: before(), changes: [[2 * BUCKET, 'door', 'Closed']] });
    expect(await written(buffer)).toEqual({
      [`E1 ${BUCKET}`]: [[BUCKET + 3, 'door', 'Closing']],
      [`E1 ${2 * BUCKET}`]: [...LINKED(2 * BUCKET), [2 * BUCKET, 'door', 'Closed']],
    });
  });

  it('a batch over the border of two buckets takes the first one’s changes into the second one’s keyframe', async () => {
    const buffer = new TraceBuffer();
    const changes: StoredChange[] = [
      [BUCKET - 1, 'door', 'Opened'],
      [BUCKET, 'load', 'Loaded'],
    ];
    buffer.add('E1', { before: before({ door: { value: 'Closed', at: 7 } }), changes });
    expect((await written(buffer))[`E1 ${BUCKET}`]).toEqual([
      [7, 'door', 'Closed'],
      ...LINKED(BUCKET),
      [BUCKET - 1, 'door', 'Opened'],
      [BUCKET, 'load', 'Loaded'],
    ]);
  });

  it('late news say nothing of how the unit was reached in their bucket', async () => {
    const buffer = new TraceBuffer();
    buffer.add('E1', { before: before(), changes: [[9 * BUCKET, 'door', 'Opened']] });
    await written(buffer);
    buffer.add('E1', { before: before({ load: { value: 'Empty', at: 3 } }), changes: [[BUCKET, 'mode', 'INS']] });
    expect(await written(buffer)).toEqual({
      [`E1 ${BUCKET}`]: [
        [3, 'load', 'Empty'],
        [BUCKET, 'mode', 'INS'],
      ],
    });
  });

  it('what could not be written is kept as it was', async () => {
    const buffer = new TraceBuffer();
    buffer.add('E1', { before: before(), changes: [[BUCKET, 'door', 'Opened']] });
    const broken = { query: () => Promise.reject(new Error('away')) } as unknown as Parameters<TraceBuffer['flush']>[0];
    await expect(buffer.flush(broken)).rejects.toThrow('away');
    buffer.add('E1', { before: before(), changes: [[BUCKET + 1, 'door', 'Closed']] });
    expect(await written(buffer)).toEqual({
      [`E1 ${BUCKET}`]: [...LINKED(BUCKET), [BUCKET, 'door', 'Opened'], [BUCKET + 1, 'door', 'Closed']],
    });
  });
});
