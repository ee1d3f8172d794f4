import { jestFailures, playwrightFailures, saidOf } from '../../scripts/lib/failures.mjs';

describe('what failed, at the end of npm test', () => {
  it('says file, name and the first lines of the message, without colours', () => {
    const failures = jestFailures(
      {
        testResults: [
          {
            name: '/portal/tests/api/a.test.ts',
            status: 'failed',
            assertionResults: [
              { status: 'passed', fullName: 'good' },
              {
                status: 'failed',
                fullName: 'bad',
                failureMessages: ['\u001b[31mExpected 1\u001b[0m\n\n    at x (b.ts:1:1)'],
              },
            ],
          },
          {
            name: '/portal/tests/unit/b.test.ts',
            status: 'failed',
            message: 'Cannot find module',
            assertionResults: [],
          },
          { name: '/portal/tests/unit/c.test.ts', status: 'passed', assertionResults: [] },
        ],
      },
      '/portal',
    );
    expect(saidOf(failures)).toEqual([
      '✘ tests/api/a.test.ts › bad',
      '    Expected 1',
      '        at x (b.ts:1:1)',
      '✘ tests/unit/b.test.ts',
      '    Cannot find module',
    ]);
  });

  it('finds the browser tests that failed, and what failed outside of them', () => {
    const spec = (title, ok, message) => ({
      title,
      ok,
      tests: [{ results: [{ ...(message ? { error: { message } } : {}) }] }],
    });
    expect(
      playwrightFailures({
        errors: [{ message: 'no browser' }],
        suites: [
          { file: 'c.spec.ts', specs: [spec('good', true)], suites: [{ specs: [spec('bad', false, 'Timed out')] }] },
        ],
      }),
    ).toEqual([
      { where: 'tests/e2e/c.spec.ts › bad', what: ['Timed out'] },
      { where: 'outside a test', what: ['no browser'] },
    ]);
    expect(saidOf([...jestFailures(undefined, '/'), ...playwrightFailures(undefined)])).toEqual([]);
  });
});
