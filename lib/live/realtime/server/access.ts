import { forgetStrategies, strategiesMark } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Authority } from '@/lib/platform/contract/authorities';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import { onPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { PortalListener } from '@/lib/platform/auth/tokens/portal-channel';
import { equipmentInScope } from '@/lib/live/scope/equipment-scope';
import { recheckSession, verifySocketToken } from '@/lib/platform/auth/tokens/socket-token';
import type { SocketTokenResult } from '@/lib/platform/auth/tokens/socket-token';
import { pool } from '@/lib/platform/db/client';
import type { SnapshotRow } from './hub';
import { readSnapshot } from './snapshot';

/** Each of these authorities opens live data (api.md §3.2). */
export const WATCH_AUTHORITIES: readonly Authority[] = [
  'MONITOR_READ',
  'CAMPUS_VIEW_READ',
  'SHANGHAI_CENTER_READ',
  'EQUIPMENT_READ',
  'KA_PROJECT_READ',
];
/** Each of these authorities opens `list` and the streams of others. */
export const MANAGE_AUTHORITIES: readonly Authority[] = ['EDGE_CUBE_WRITE', 'SUPER_MASTER'];

/** The present state of a session. */
export interface SessionState {
  isLive: boolean;
  isEnabled: boolean;
  accessVersion: number;
}

/** What the socket server asks about people and rows. Tests of the pure parts bring their own. */
export interface RealtimeAccess {
  verify(token: string): Promise<SocketTokenResult>;
  /** The present rights of the session; null: it is over. */
  reload(sessionId: string): Promise<Actor | null>;
  /** States of sessions in one query. A session that is missing in the answer is over. */
  states(sessionIds: readonly string[]): Promise<Map<string, SessionState>>;
  inScope(actor: Actor, numbers: readonly string[]): Promise<ReadonlySet<string>>;
  /** @returns for each name the account as the actor may see it; null: outside the scope */
  accounts: typeof shownAccounts;
  snapshot(actor: Actor, numbers: readonly string[]): Promise<Map<string, SnapshotRow>>;
  /** A text that changes with every change of the data strategies; this process then drops what it cached of them. */
  strategiesMark(known: string | undefined): Promise<string>;
  /** Calls when sessions or rights may have changed. @returns a function that ends it */
  listen(listener: PortalListener): () => void;
}

interface StateRow {
  id: string;
  is_live: boolean;
  is_enabled: boolean;
  access_version: number;
}

async function readStates(sessionIds: readonly string[]): Promise<Map<string, SessionState>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await pool().query<StateRow>(
    `SELECT s.id, (s.revoked_at IS NULL AND s.expire_at > now()) AS is_live, (u.enabled AND u.deleted_at IS NULL) AS is_enabled, u.access_version
     FROM session s JOIN users u ON u.username = s.username WHERE s.id = ANY($1)`,
    [[...sessionIds]],
  );
  return new Map(
    rows.map((row) => [row.id, { isLive: row.is_live, isEnabled: row.is_enabled, accessVersion: row.access_version }]),
  );
}

async function readMark(known: string | undefined): Promise<string> {
  const mark = await strategiesMark();
  if (mark !== known) forgetStrategies();
  return mark;
}

export const databaseAccess: RealtimeAccess = {
  verify: verifySocketToken,
  reload: recheckSession,
  states: readStates,
  inScope: equipmentInScope,
  accounts: shownAccounts,
  snapshot: readSnapshot,
  strategiesMark: readMark,
  listen: onPortal,
};
