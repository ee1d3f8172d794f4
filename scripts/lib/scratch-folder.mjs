import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

/** Tells what one checkout leaves on a machine from what others leave. */
export const CHECKOUT = createHash('sha256').update(ROOT).digest('hex').slice(0, 10);

/**
 * A folder outside of this checkout, the same at every run from it, so that nothing piles up, where the account that runs
 * PostgreSQL can reach its data.
 * @param {string} purpose a word for its name
 */
export function scratchFolder(purpose) {
  const folder = join(realpathSync(tmpdir()), `lift-portal-${purpose}-${CHECKOUT}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  return folder;
}
