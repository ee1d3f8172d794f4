import { estimatedWidth, shortNames } from '@/lib/features/campus/short-names';
import { seeded } from '@/lib/programs/simulator/random';

const named = (...names: string[]) => names.map((name, index) => ({ key: `K${index}`, name }));
const shown = (names: string[], width: number) => [...shortNames(named(...names), width).values()];
const texts = (names: string[], width: number) => {
  const short = shortNames(named(...names), width);
  return names.map((_, index) => short.get(`K${index}`));
};

it('a name that fits stays whole', () => {
  expect(texts(['客梯1#', '主塔楼客梯3#'], 8)).toEqual(['客梯1#', '主塔楼客梯3#']);
});

it('what does not fit is left out in the middle: start and end stay', () => {
  const [first, second] = texts(['海棠金融中心主塔楼客梯3#', '海棠金融中心副塔楼客梯5#'], 8);
  expect(first).toMatch(/^海棠.*….*客梯3#$/);
  expect(second).toMatch(/^海棠.*….*客梯5#$/);
  expect([first, second].every((text) => text !== undefined && estimatedWidth(text) <= 8)).toBe(true);
});

it('names that differ only in the middle are told apart there', () => {
  const names = [
    '海棠金融中心东区裙房主塔楼一号客梯',
    '海棠金融中心西区裙房主塔楼一号客梯',
    '海棠金融中心南区裙房主塔楼一号客梯',
  ];
  const short = texts(names, 7);
  expect(new Set(short).size).toBe(3);
  expect(short.map((text) => ['东', '西', '南'].filter((side) => text?.includes(side)))).toEqual([
    ['东'],
    ['西'],
    ['南'],
  ]);
  expect(short.every((text) => text !== undefined && estimatedWidth(text) <= 7)).toBe(true);
});

it('a cut name never equals one that fits whole', () => {
  const short = texts(['海…3#', '海棠金融中心客梯3#'], 3);
  expect(new Set(short).size).toBe(2);
});

it('two units of one name are told apart by their numbers', () => {
  const short = texts(['客梯', '客梯'], 20);
  expect(short).toEqual(['客梯 K0', '客梯 K1']);
});

it('what cannot be told apart within the width stays whole rather than equal', () => {
  expect(new Set(shown(['甲乙丙丁', '甲丁丙丁', '甲戊丙丁'], 1)).size).toBe(3);
});

it('a hundred names of a few projects never read the same at any width, and from 7 letters of room on none is wider', () => {
  const random = seeded('names');
  const pick = (parts: readonly string[]) => parts[Math.floor(random.next() * parts.length)] ?? '';
  const names = [
    ...new Set(
      Array.from(
        { length: 140 },
        () =>
          pick(['海棠金融中心', '海棠广场购物中心', '轨道交通明月路站', 'Harbour Gate Tower ']) +
          pick(['主塔楼', '副塔楼', 'A座', 'B座', '裙房', '站厅层']) +
          pick(['客梯', '货梯', '扶梯', '自动人行道', 'Lift ']) +
          String(1 + Math.floor(random.next() * 24)) +
          '#',
      ),
    ),
  ].slice(0, 100);
  for (let width = 4; width <= 14; width += 1) {
    const short = shown(names, width);
    expect(new Set(short).size).toBe(names.length);
    if (width >= 7) expect(short.filter((text) => estimatedWidth(text) > width)).toEqual([]);
  }
});
