import { nameRoom } from '@/lib/features/campus/name-room';
import { SameRows } from '@/lib/features/campus/same-rows';
import { estimatedWidth, shortNames, wrapOf } from '@/lib/features/campus/short-names';

describe('rows that are read again', () => {
  const row = (equipmentNo: string, floor = 1) => ({ equipmentNo, zones: [{ above: floor }] });

  it('are the same objects where they say the same, in another order too', () => {
    const kept = new SameRows<ReturnType<typeof row>>();
    const first = kept.of([row('A'), row('B')]);
    expect(kept.of([row('A'), row('B')])).toBe(first);
    const moved = kept.of([row('B'), row('A')]);
    expect(moved.map(({ equipmentNo }) => equipmentNo)).toEqual(['B', 'A']);
    expect(moved[0]).toBe(first[1]);
    expect(moved[1]).toBe(first[0]);
    const changed = kept.of([row('B', 2), row('A')]);
    expect(changed[0]).toEqual(row('B', 2));
    expect(changed[1]).toBe(first[0]);
  });
});

describe('room for names', () => {
  it('is two lines in one grid of a hundred at 1920 x 1080, one where rows are lower', () => {
    expect(nameRoom({ tile: 122.7, row: 88 }, false)).toEqual({ width: 98, letterPx: 12, lines: 2 });
    expect(nameRoom({ tile: 122.7, row: 80 }, false).lines).toBe(1);
    expect(nameRoom({ tile: 200, row: 150 }, false)).toEqual({ width: 152, letterPx: 13, lines: 2 });
  });

  it('breaks between words where both lines carry them, else wherever a line is full', () => {
    expect(wrapOf('Harbour Lift 3#', 7, estimatedWidth)).toBe('words');
    expect(wrapOf('Harbourgate Tower12#', 6, estimatedWidth)).toBe('letters');
    expect(wrapOf('海棠金融中心主塔楼3#', 8, estimatedWidth)).toBe('words');
  });
});

it('a hundred long names are cut from the widths of their letters, and measured no more than a few times each', () => {
  const units = Array.from({ length: 100 }, (_, index) => ({
    key: `K${index}`,
    name: `海棠金融中心${'东西南北'.charAt(index % 4)}区裙房主塔楼${index}号客梯`,
  }));
  let measured = 0;
  let letters = 0;
  const names = shortNames(units, 7, (text) => {
    measured += 1;
    letters += [...text].length;
    return estimatedWidth(text);
  });
  expect(new Set(names.values()).size).toBe(100);
  expect(measured).toBeLessThan(20_000);
  expect(letters).toBeLessThan(2.5 * measured);
});
