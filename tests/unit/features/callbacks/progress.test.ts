import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import { progressOf } from '@/lib/features/callbacks/shared/progress';

const history = (...statuses: CallbackStatusCode[]) =>
  statuses.map((status, index) => ({ status, updateTime: `2026-11-22 09:0${index}:00` }));

describe('the five steps', () => {
  it('[CALL-019] are INIT and REQU, PAGE, DISP, SITE, CLSO and CLSC', () => {
    const at = CALLBACK_STATUSES.filter((status) => status !== 'INTR').map((status) => [
      status,
      progressOf(history(status)).current,
    ]);
    expect(at).toEqual([
      ['INIT', 0],
      ['REQU', 0],
      ['PAGE', 1],
      ['DISP', 2],
      ['SITE', 3],
      ['CLSO', 4],
      ['CLSC', 4],
    ]);
    expect(progressOf(history('INIT')).steps).toHaveLength(5);
  });

  it('[CALL-020] stand where the last entry of the history is, each with its time', () => {
    const { current, steps } = progressOf(history('INIT', 'PAGE', 'REQU', 'PAGE', 'DISP'));
    expect(current).toBe(2);
    expect(steps.map(({ time }) => time?.slice(11, 16))).toEqual(['09:02', '09:03', '09:04', undefined, undefined]);
    expect(progressOf(history('INIT', 'PAGE', 'REQU')).current).toBe(0);
  });

  it('keep the last step through an interruption, and stand on site where that is all that is known', () => {
    expect(progressOf(history('INIT', 'PAGE', 'DISP', 'SITE', 'INTR')).current).toBe(3);
    expect(progressOf(history('INIT', 'PAGE', 'DISP', 'SITE', 'INTR', 'DISP')).current).toBe(2);
    expect(progressOf(history('INTR')).current).toBe(3);
  });
});
