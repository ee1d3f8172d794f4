import { firstRange, rangeProblem, wholeRange } from '@/lib/features/cameras/shared/record-range';

const NOW = Date.UTC(2026, 10, 23, 2, 0, 0);
const range = (beginTime: string, endTime: string) => ({ beginTime, endTime });

it('a range is at most 24 hours of the past, with its end after its beginning', () => {
  const problems = [
    range('', '2026-11-23 09:00:00'),
    range('2026-11-23 09:00:00', '2026-11-23 09:00:00'),
    range('2026-11-22 08:59:59', '2026-11-23 09:00:00'),
    range('2026-11-23 10:00:01', '2026-11-23 10:10:00'),
    range('2026-11-22 09:00:00', '2026-11-23 09:00:00'),
  ].map((one) => rangeProblem(one, NOW));
  expect(problems).toEqual(['required', 'order', 'tooLong', 'future', undefined]);
});

it('the fields begin with the newest ten minutes of what there is', () => {
  expect(firstRange(range('2026-11-23 08:00:00', '2026-11-23 09:00:00'), NOW)).toEqual(
    range('2026-11-23 08:50:00', '2026-11-23 09:00:00'),
  );
  expect(firstRange(range('2026-11-23 08:58:00', '2026-11-23 09:00:00'), NOW)).toEqual(
    range('2026-11-23 08:58:00', '2026-11-23 09:00:00'),
  );
  expect(firstRange(undefined, NOW)).toEqual(range('2026-11-23 09:50:00', '2026-11-23 10:00:00'));
});

it('a user who sees dates only chooses whole days', () => {
  expect(wholeRange(range('2026-11-23', '2026-11-23'))).toEqual(range('2026-11-23 00:00:00', '2026-11-24 00:00:00'));
  const exact = range('2026-11-23 08:00:00', '2026-11-23 09:00:00');
  expect(wholeRange(exact)).toEqual(exact);
});
