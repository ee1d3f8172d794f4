// How long to wait before a process that ended is started again.

/** Short at first, for a single kill; 5 s at most, so that a process is back soon after it can run again. */
const PAUSES_MS = [100, 200, 400, 800, 1600, 3200, 5000];
/** A process that ran this long had started properly; its next end counts as the first. */
const STEADY_MS = 20_000;

/**
 * @param {{ pausesMs?: number[], steadyMs?: number }} [options]
 * @returns {{ after(ranMs: number): { ends: number, pauseMs: number, isLongest: boolean }, isBeyond(): boolean }}
 *   after: notes an end after so long a run; ends: in a row; isBeyond: more ends in a row than there are pauses
 */
export function createPauses({ pausesMs = PAUSES_MS, steadyMs = STEADY_MS } = {}) {
  let ends = 0;
  return {
    after(ranMs) {
      ends = ranMs > steadyMs ? 1 : ends + 1;
      return { ends, pauseMs: pausesMs[Math.min(ends, pausesMs.length) - 1], isLongest: ends >= pausesMs.length };
    },
    isBeyond: () => ends > pausesMs.length,
  };
}

/** What is printed when a process ended: each short pause and the first of the longest ones, so that a lasting crash is printed once. */
export function restartNotice(what, how, { ends, pauseMs, isLongest }, pauses) {
  if (pauses.isBeyond()) return undefined;
  const pause = `${pauseMs / 1000} s`;
  if (isLongest) return `${what} ${how}, ${ends} times in a row; trying every ${pause} until it stays up.`;
  return `${what} ${how}; starting it again${pauseMs >= 1000 ? ` in ${pause}` : ''}.`;
}
