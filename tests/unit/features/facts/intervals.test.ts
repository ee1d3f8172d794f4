import { cut, union, without } from '@/lib/features/facts/internal/intervals';

it('what touches is one, what is empty is none, and the order of those given does not matter', () => {
  expect(
    union([
      [5, 9],
      [0, 5],
      [7, 7],
      [20, 30],
      [22, 25],
    ]),
  ).toEqual([
    [0, 9],
    [20, 30],
  ]);
  expect(cut([[0, 10]], [10, 20])).toEqual([]);
  expect(
    without(
      [[0, 10]],
      [
        [0, 4],
        [4, 10],
      ],
    ),
  ).toEqual([]);
});
