import { closingLine, countJest, countPlaywright, sum } from '../../scripts/lib/closing-line.mjs';

describe('the closing line of npm test', () => {
  it('adds up what the runners report', () => {
    const jest = countJest({
      numPassedTests: 10,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      numRuntimeErrorTestSuites: 0,
    });
    const playwright = countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 0 }, errors: [] });
    expect(closingLine(sum([jest, playwright]))).toBe('14 passed, 2 failed, 3 skipped');
    expect(closingLine(sum([]))).toBe('0 passed, 0 failed');
  });

  it('counts what could not even be run as failed', () => {
    expect(countJest({ numRuntimeErrorTestSuites: 2 }).failed).toBe(2);
    expect(countPlaywright({ errors: [{ message: 'no test files' }] }).failed).toBe(1);
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
