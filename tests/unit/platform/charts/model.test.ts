import { cutName, fitName, isEmptyChart, shareOf, sumOfEntries } from '@/lib/platform/charts/model';

describe('the model of a chart', () => {
  it('[STAT-007] cuts a name at 32 characters with an ellipsis, and no character in half', () => {
    expect(cutName('梯'.repeat(32))).toBe('梯'.repeat(32));
    expect(cutName('梯'.repeat(33))).toBe(`${'梯'.repeat(32)}…`);
    expect(cutName('😀'.repeat(40))).toBe(`${'😀'.repeat(32)}…`);
  });
  it('is empty when nothing has a value', () => {
    expect(isEmptyChart({ entries: [] })).toBe(true);
    expect(
      isEmptyChart({
        entries: [
          { name: 'a', value: 0 },
          { name: 'b', value: null, compared: 0 },
        ],
      }),
    ).toBe(true);
    expect(isEmptyChart({ entries: [{ name: 'a', value: null, compared: 1 }] })).toBe(false);
  });
  it('says the share of a whole, and 0 of nothing', () => {
    const sum = sumOfEntries([
      { name: 'a', value: 3 },
      { name: 'b', value: 1 },
      { name: 'c', value: null },
    ]);
    expect([sum, shareOf(3, sum), shareOf(null, sum), shareOf(0, 0)]).toEqual([4, 0.75, 0, 0]);
  });
});

describe('a name before a bar', () => {
  it.each([
    ['东澜公馆2号楼', 20, '东澜公馆2号楼'],
    ['东澜公馆3号楼客梯1#', 20, '东澜公馆3号楼客梯1#'],
    ['上海东澜公馆3号楼客梯1#', 20, '上海东澜公…楼客梯1#'],
    ['Equipment problem', 15, 'Equipment…oblem'],
  ])('%s in %d cells', (name, cells, shown) => {
    expect(fitName(name, cells)).toBe(shown);
  });
});
