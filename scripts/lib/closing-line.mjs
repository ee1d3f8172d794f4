// The sum over all runners, from the reports that they write for machines.

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @param {unknown} report Jest's `--json` output
 * @returns {Count} a file that could not be run counts as a failure
 */
export function countJest(report) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    numRuntimeErrorTestSuites = 0,
  } = report ?? {};
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Count} an error outside a test counts as a failure
 */
export function countPlaywright(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected + (report?.errors?.length ?? 0), skipped };
}

/** @param {Count[]} counts @returns {Count} */
export const sum = (counts) =>
  counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** @param {Count} count @returns {string} "12 passed, 0 failed" or "12 passed, 0 failed, 3 skipped" */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
