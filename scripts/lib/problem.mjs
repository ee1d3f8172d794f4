/** A problem that the user at the terminal can fix. Its message is the one sentence that they read. */
export class Problem extends Error {
  name = 'Problem';
}

const DISK_FULL = /\bENOSPC\b|no space left on device/i;

/** @param {unknown} error @param {string} [output] what the failed program printed */
export function isDiskFull(error, output = '') {
  const chain = error instanceof Error && error.cause ? `${error.message} ${String(error.cause)}` : String(error);
  return error?.code === 'ENOSPC' || error?.cause?.code === 'ENOSPC' || DISK_FULL.test(chain) || DISK_FULL.test(output);
}

/** @param {string} folder @returns {Problem} */
export const diskFull = (folder) =>
  new Problem(`The disk that holds ${folder} is full; free some space and start again.`);

/**
 * What went wrong in one sentence, without a stack.
 * @param {unknown} error
 * @returns {string}
 */
export function sentenceOf(error) {
  if (!(error instanceof Problem) && isDiskFull(error)) return 'The disk is full; free some space and start again.';
  const message = (error instanceof Error ? error.message || error.code : String(error)) || 'Unknown error';
  return String(message)
    .trim()
    .replace(/\s*\n\s*/g, ' ');
}

/**
 * Ends the program when all that it said is written. One that has migrated would wait for a timer of the migration engine,
 * ten seconds for nothing.
 */
export function exitDone() {
  process.stdout.write('', () => process.exit());
}

/**
 * Ends the program because of an error: one sentence on stderr, the stack only with DEBUG=1.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  if (process.env.DEBUG === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}
