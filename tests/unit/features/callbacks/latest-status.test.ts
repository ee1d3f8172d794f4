import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { shownStatus } from '@/lib/features/callbacks/internal/latest-status';

/** Minutes after the start of an hour. */
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 2, minute));
const history = (...steps: [CallbackStatusCode, number][]) =>
  steps.map(([status, minute]) => ({ status, updateTime: at(minute) }));

describe('the state a call-out shows', () => {
  it('is the latest by its time, in whatever order the entries arrived', () => {
    const steps = history(
      ['INIT', 0],
      ['PAGE', 3],
      ['DISP', 5],
      ['SITE', 20],
      ['INTR', 30],
      ['SITE', 50],
      ['CLSO', 59],
    );
    const orders = [steps, [...steps].reverse(), steps.flatMap((_, index) => steps[(index * 3) % steps.length] ?? [])];
    for (const order of orders)
      expect(shownStatus(order)).toEqual({ status: 'CLSO', since: at(59), arrivalDate: at(20), closeDate: at(59) });
  });
  it('stays closed or cancelled, whatever is dated later', () => {
    expect(shownStatus(history(['SITE', 9], ['INIT', 0], ['CLSC', 5]))).toMatchObject({
      status: 'CLSC',
      arrivalDate: null,
      closeDate: at(5),
    });
    expect(shownStatus(history(['CLSO', 5], ['DISP', 8]))?.status).toBe('CLSO');
  });
  it('skips what is missing and never becomes new again', () => {
    expect(shownStatus(history(['INIT', 0], ['SITE', 9], ['INIT', 12]))).toEqual({
      status: 'SITE',
      since: at(9),
      arrivalDate: at(9),
      closeDate: null,
    });
    expect(shownStatus(history(['PAGE', 3], ['REQU', 4], ['PAGE', 6]))).toMatchObject({ status: 'PAGE', since: at(6) });
  });
  it('holds since its first entry, and of one moment the later step counts', () => {
    expect(shownStatus(history(['PAGE', 3], ['PAGE', 7]))?.since).toEqual(at(3));
    expect(shownStatus(history(['DISP', 4], ['SITE', 4], ['INIT', 4]))?.status).toBe('SITE');
  });
  it('is not known without a history', () => {
    expect(shownStatus([])).toBeUndefined();
  });
});
