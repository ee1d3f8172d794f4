import { FloodBook } from '@/lib/features/notifications/flood';

it('the same fault of a unit is sent to an account once in five minutes, on all its sockets', () => {
  const book = new FloodBook();
  const fault = (guid: string, code = '04', equipmentNo = 'A') => ({ guid, code, equipmentNo });
  expect(book.admits('anna', fault('g1'), 0)).toBe(true);
  expect(book.admits('anna', fault('g1'), 10)).toBe(true);
  expect(book.admits('anna', fault('g2'), 299_999)).toBe(false);
  expect([book.isWithheld('anna', 'g2'), book.isWithheld('anna', 'g1'), book.isWithheld('berta', 'g2')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(book.admits('berta', fault('g2'), 299_999)).toBe(true);
  expect(book.admits('anna', fault('g3', '05'), 299_999)).toBe(true);
  expect(book.admits('anna', fault('g4', '04', 'B'), 299_999)).toBe(true);
  expect(book.admits('anna', fault('g5'), 300_000)).toBe(true);
});
