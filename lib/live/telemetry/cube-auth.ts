import { pool } from '@/lib/platform/db/client';
import { verifyCubeSecret } from './cube-secret';
import { KEY_PATTERN } from './topics';

/**
 * Authenticates a box (api.md §1.4 Cube, §4.1). Rows are cached for a few seconds, because HTTPS boxes send their
 * secret with every call.
 */

interface CubeLogin {
  secretHash: string;
  isAllowed: boolean;
  readAt: number;
}

/** When no hint arrives, an old secret stops working after this time. */
const KEEP_MS = 1500;
const MAX_KEPT = 20_000;
const kept = new Map<string, CubeLogin>();

async function findLogin(cubeNo: string): Promise<CubeLogin | undefined> {
  const now = Date.now();
  const known = kept.get(cubeNo);
  if (known && now - known.readAt < KEEP_MS) return known;
  const { rows } = await pool().query<{ secret_hash: string; is_allowed: boolean }>({
    name: 'cube-login',
    text: `SELECT secret_hash, enabled AND bind_state <> 'RETIRED' AS is_allowed FROM edge_cube WHERE cube_no = $1`,
    values: [cubeNo],
  });
  const row = rows[0];
  if (!row) return undefined;
  if (kept.size >= MAX_KEPT) kept.clear();
  const login = { secretHash: row.secret_hash, isAllowed: row.is_allowed, readAt: now };
  kept.set(cubeNo, login);
  return login;
}

/** Is this the secret of an enabled box? Throws when the database is unavailable. */
export async function authenticateCube(cubeNo: string, secret: string): Promise<boolean> {
  if (!KEY_PATTERN.test(cubeNo) || secret.length === 0 || secret.length > 200) return false;
  const login = await findLogin(cubeNo);
  return login !== undefined && login.isAllowed && verifyCubeSecret(secret, login.secretHash);
}

/** Clears the cache of one box, or of all: a changed secret takes effect at once. */
export function forgetCubeLogin(cubeNo?: string): void {
  if (cubeNo === undefined) kept.clear();
  else kept.delete(cubeNo);
}
