import { bulkRefusal, canBeJudged, isOneUnit, needsComment } from '@/lib/features/error-inspection/judgements';
import { JUDGEMENTS, RESULTS } from '@/lib/features/error-inspection/value-sets';

const row = (result: (typeof RESULTS)[number], gbCode = '02', equipmentNo = 'E-1') => ({ result, gbCode, equipmentNo });

it('what waits or is under watch can be judged, the rest is final', () => {
  expect(RESULTS.filter(canBeJudged)).toEqual(['PENDING', 'WATCH']);
});
it('everything but a real fault needs a word', () => {
  expect(JUDGEMENTS.filter(needsComment)).toEqual(['FALSE_ALARM', 'SERVICE_WORK', 'WATCH']);
});
it('rows are judged together that are of one code and not judged yet', () => {
  expect(bulkRefusal([row('PENDING'), row('WATCH', '02', 'E-2')])).toBeUndefined();
  expect(bulkRefusal([row('PENDING'), row('PENDING', '03')])).toBe('severalCodes');
  expect(bulkRefusal([row('PENDING'), row('REAL')])).toBe('judgedAlready');
});
it('a call-out is of one unit', () => {
  expect(isOneUnit([row('PENDING'), row('PENDING')])).toBe(true);
  expect(isOneUnit([row('PENDING'), row('PENDING', '02', 'E-2')])).toBe(false);
});
