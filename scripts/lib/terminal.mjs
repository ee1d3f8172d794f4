// What a person sees while the portal starts: one line a step, with time and progress. On a terminal running steps are
// redrawn in place; elsewhere (a log, CI) a line is printed when a step begins and when it ends.
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 90;
const LABEL_WIDTH = 26;

/** @param {number} ms @returns {string} "0.4 s", "41 s", "1 min 58 s" */
export function duration(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** "▇▇▇▇░░░░░░ 40 %" from a share between 0 and 1. */
export function bar(share, width = 20) {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'▇'.repeat(filled)}${'░'.repeat(width - filled)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** Columns a text takes: Chinese takes two a letter. */
export function width(text) {
  return [...text].reduce(
    (sum, letter) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(letter)
        ? 2
        : 1),
    0,
  );
}

/** @param {string[][]} rows the first is the heading @returns {string[]} lines with aligned columns */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(widths[column] - width(cell)))
      .join('   ')
      .trimEnd(),
  );
}

/**
 * @param {{ stream?: NodeJS.WriteStream, env?: NodeJS.ProcessEnv }} [options]
 */
export function createTerminal({ stream = process.stdout, env = process.env } = {}) {
  const isLive = Boolean(stream.isTTY) && env.CI !== 'true' && env.TERM !== 'dumb';
  const hasColour = isLive && !env.NO_COLOR;
  const paint = (code) => (text) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const style = {
    bold: paint(1),
    dim: paint(2),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
    accent: paint(36),
  };
  const running = new Set();
  let drawn = 0;
  let frame = 0;
  let timer;

  const erase = () => {
    if (drawn > 0) stream.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const draw = () => {
    if (!isLive) return;
    const columns = stream.columns ?? 80;
    const lines = [...running].map((step) => {
      const text = `${step.label.padEnd(LABEL_WIDTH)}${duration(Date.now() - step.startedAt).padStart(11)}   ${step.detail}`;
      return `  ${style.accent(FRAMES[frame % FRAMES.length])} ${text.slice(0, columns - 5)}`;
    });
    if (lines.length > 0) stream.write(`${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  const print = (line) => {
    erase();
    stream.write(`${line}\n`);
    draw();
  };
  const tick = () => {
    frame += 1;
    erase();
    draw();
  };

  return {
    style,
    isLive,
    print,
    /** Leaves the screen as it is, before the program ends. */
    close() {
      clearInterval(timer);
      erase();
      running.clear();
    },
    /**
     * Shows a step while its work runs.
     * @template T
     * @param {string} label
     * @param {(progress: (detail: string) => void) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async step(label, work) {
      const step = { label, startedAt: Date.now(), detail: '' };
      running.add(step);
      if (isLive) {
        timer ??= setInterval(tick, FRAME_MS).unref();
        erase();
        draw();
      } else print(`  … ${label}`);
      const end = (mark) => {
        erase();
        running.delete(step);
        stream.write(
          `  ${mark} ${label.padEnd(LABEL_WIDTH)}${style.dim(duration(Date.now() - step.startedAt).padStart(11))}\n`,
        );
        draw();
      };
      try {
        const result = await work((detail) => {
          step.detail = detail;
        });
        if (running.has(step)) end(style.green('✓'));
        return result;
      } catch (error) {
        if (running.has(step)) end(style.red('✗'));
        throw error;
      }
    },
  };
}
