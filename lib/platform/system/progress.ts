/** A bar that redraws itself on a terminal, a line for every tenth elsewhere. @returns takes the share done, 0 to 1, and what is being done */
export function makeProgress(out: NodeJS.WriteStream): (share: number, step: string) => void {
  let lastTenth = -1;
  return (share, step) => {
    const percent = Math.round(share * 100);
    if (out.isTTY) {
      const filled = Math.round(share * 30);
      out.write(
        `\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${percent} % ${step}\u001b[K${share >= 1 ? '\n' : ''}`,
      );
    } else if (Math.floor(percent / 10) > lastTenth) {
      lastTenth = Math.floor(percent / 10);
      out.write(`${percent} % ${step}\n`);
    }
  };
}
