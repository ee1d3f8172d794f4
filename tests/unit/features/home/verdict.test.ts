import { verdictOf } from '@/lib/features/home/verdict';

/** One honest sentence about a customer's units (readings 122, 142). */
describe('what is said of all units of a customer', () => {
  it.each([
    ['nothing of none', [0, 0, 0, 0], true, 'nothing'],
    ['that all is well of units alone that are all known to be', [3, 3, 0, 0], true, 'calm'],
    ['how many are well and how many are not known', [3, 2, 0, 1], true, 'partly'],
    ['nothing calm where nobody hears a unit', [3, 0, 0, 3], true, 'unknown'],
    ['the trouble before everything else', [3, 2, 1, 0], true, 'troubled'],
    ['the trouble also where faults are withheld', [3, 0, 1, 2], false, 'troubled'],
    ['nothing calm where faults are withheld', [3, 0, 0, 3], false, 'blind'],
    ['nothing of none, faults withheld or not', [0, 0, 0, 0], false, 'nothing'],
  ] as const)('is %s', (_title, [units, fine, troubled, unknown], showsFaults, verdict) => {
    expect(verdictOf({ units, fine, troubled, unknown }, showsFaults)).toBe(verdict);
  });
});
