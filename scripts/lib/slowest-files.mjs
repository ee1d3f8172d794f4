import { relative } from 'node:path';

// Which test files take the time, from the reports that the runners write for machines.

/** @typedef {{ file: string, ms: number }} FileTime file: relative to the repository */

/**
 * @param {unknown} report Jest's `--json` output
 * @param {string} root
 * @returns {FileTime[]}
 */
export function jestFiles(report, root) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    ms: endTime - startTime,
  }));
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {FileTime[]} a file's time is that of its tests; of a file that two projects share, all of them
 */
export function playwrightFiles(report) {
  return (report?.suites ?? []).map((suite) => ({ file: `tests/e2e/${suite.file}`, ms: timeOf(suite) }));
}

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const timeOf = ({ suites = [], specs = [] }) =>
  total(suites.map(timeOf)) +
  total(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))));

/**
 * @param {FileTime[]} files those of one name count together
 * @param {number} count
 * @returns {FileTime[]} the slowest first
 */
export function slowestFiles(files, count) {
  const times = new Map();
  for (const { file, ms } of files) times.set(file, (times.get(file) ?? 0) + ms);
  return [...times]
    .map(([file, ms]) => ({ file, ms }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count);
}
