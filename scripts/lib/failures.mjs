import { relative } from 'node:path';

// What failed, from the reports that the runners write for machines: said once more at the end, because a log is read there.

/** @typedef {{ where: string, what: string[] }} Failure where: file and name of the test; what: the first lines of its message */

const LINES = 12;
// Colours of the runners.
const PAINT = /\u001b\[[0-9;]*m/g;

/** @param {string | undefined} message @returns {string[]} */
const head = (message) =>
  (message ?? '')
    .replace(PAINT, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .slice(0, LINES);

/**
 * @param {unknown} report Jest's `--json` output
 * @param {string} root
 * @returns {Failure[]}
 */
export function jestFailures(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, message, status, assertionResults = [] }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ where: file, what: head(message) }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      where: `${file} › ${fullName}`,
      what: head(failureMessages[0]),
    }));
  });
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Failure[]}
 */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({ where: 'outside a test', what: head(message) }));
  return [...(report?.suites ?? []).flatMap((suite) => failedSpecs(suite, `tests/e2e/${suite.file}`)), ...outside];
}

const failedSpecs = ({ suites = [], specs = [] }, file) => [
  ...suites.flatMap((suite) => failedSpecs(suite, file)),
  ...specs
    .filter(({ ok }) => ok === false)
    .map(({ title, tests }) => ({
      where: `${file} › ${title}`,
      what: head(tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error.message),
    })),
];

/** @param {Failure[]} failures @returns {string[]} lines, none when nothing failed */
export const saidOf = (failures) =>
  failures.flatMap(({ where, what }) => [`✘ ${where}`, ...what.map((line) => `    ${line}`)]);
