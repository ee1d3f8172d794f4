import { jestFiles, playwrightFiles, slowestFiles } from '../../scripts/lib/slowest-files.mjs';

describe('the ten slowest files at the end of npm test', () => {
  it('are named from the repository, whichever runner ran them, the slowest first and no more than asked for', () => {
    const jest = jestFiles(
      {
        testResults: [
          { name: '/portal/tests/unit/a.test.ts', startTime: 1000, endTime: 1400 },
          { name: '/portal/tests/api/b.test.ts', startTime: 1000, endTime: 9000 },
        ],
      },
      '/portal',
    );
    const spec = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
    const playwright = playwrightFiles({
      suites: [{ file: 'c.spec.ts', specs: [spec(500)], suites: [{ specs: [spec(1000, 2500)] }] }],
    });
    expect(slowestFiles([...jest, ...playwright], 2)).toEqual([
      { file: 'tests/api/b.test.ts', ms: 8000 },
      { file: 'tests/e2e/c.spec.ts', ms: 4000 },
    ]);
  });

  it('count together what two runs say of one file, and are none when nothing ran', () => {
    expect(
      slowestFiles(
        [
          { file: 'a', ms: 2 },
          { file: 'b', ms: 4 },
          { file: 'a', ms: 3 },
        ],
        10,
      ),
    ).toEqual([
      { file: 'a', ms: 5 },
      { file: 'b', ms: 4 },
    ]);
    expect(slowestFiles([...jestFiles(undefined, '/'), ...playwrightFiles(undefined)], 10)).toEqual([]);
  });
});
