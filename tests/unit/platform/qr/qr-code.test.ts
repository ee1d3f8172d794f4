import { qrCode } from '@/lib/platform/qr/qr-code';

/** The path drawn again as rows of modules. */
function modulesOf({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let column = 0; column < Number(width); column += 1) (rows[Number(y)] ?? [])[Number(x) + column] = true;
  return rows;
}

describe('a QR code', () => {
  const code = qrCode('https://portal.example/detail/equipment?equipmentNo=10500852');
  const modules = modulesOf(code);

  it('has its three finder patterns, inside a quiet zone of four modules', () => {
    const finder = (row: number, column: number) =>
      Array.from({ length: 7 }, (_, y) =>
        Array.from({ length: 7 }, (__, x) => (modules[row + y]?.[column + x] ? '#' : '.')).join(''),
      );
    const expected = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    for (const [row, column] of [
      [4, 4],
      [4, code.size - 11],
      [code.size - 11, 4],
    ] as const)
      expect(finder(row, column)).toEqual(expected);
    for (const edge of [0, 1, 2, 3])
      expect([modules[edge]?.some(Boolean), modules.some((row) => row[edge] ?? false)]).toEqual([false, false]);
  });

  it('differs with the address it holds', () => {
    expect(qrCode('https://portal.example/detail/equipment?equipmentNo=10500853').path).not.toBe(code.path);
  });
});
