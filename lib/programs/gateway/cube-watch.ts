import { onPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { pool } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { forgetCubeLogin } from '@/lib/live/telemetry/cube-auth';
import type { Ingest } from '@/lib/live/telemetry/ingest';
import { owedConfigs } from '@/lib/live/telemetry/config-message';
import type { Broker } from './broker';
import type { MqttLink } from './mqtt-client';

/**
 * Ends connections of the embedded broker that are no longer valid (api.md §4.1): after a new secret, and for a
 * disabled or retired box. Hints arrive at once over the channel `portal`; a comparison every few seconds finds what a
 * hint missed.
 */

const COMPARE_EVERY_MS = 5000;
/** Time for boxes to reconnect after our start. */
const RETURN_WITHIN_MS = 3 * 60_000;

interface Login {
  secretAt: number;
  isAllowed: boolean;
  configVersion: number;
}

async function readLogins(cubeNos: readonly string[]): Promise<Map<string, Login>> {
  const { rows } = await pool().query<{
    cube_no: string;
    secret_at: Date;
    is_allowed: boolean;
    config_version: number;
  }>({
    name: 'cube-watch',
    text: `SELECT cube_no, secret_at, enabled AND bind_state <> 'RETIRED' AS is_allowed, config_version FROM edge_cube WHERE cube_no = ANY($1)`,
    values: [cubeNos],
  });
  return new Map(
    rows.map((row) => [
      row.cube_no,
      { secretAt: row.secret_at.getTime(), isAllowed: row.is_allowed, configVersion: row.config_version },
    ]),
  );
}

export interface CubeWatch {
  /** A box has connected with this login. `ip`: its address. */
  connected(cubeNo: string, ip?: string): Promise<void>;
  close(): void;
}

/** @param sendConfig to a connected box whose configuration may have changed */
export function watchCubes(
  broker: Pick<Broker, 'connectedCubes' | 'closeCube'>,
  sendConfig: (cubeNo: string) => void,
): CubeWatch {
  const log = logger('broker');
  const known = new Map<string, Login>();

  const compare = async (cubeNos: readonly string[]) => {
    if (cubeNos.length === 0) return;
    const logins = await readLogins(cubeNos);
    for (const cubeNo of cubeNos) {
      const login = logins.get(cubeNo);
      const before = known.get(cubeNo);
      if (!login?.isAllowed || (before && before.secretAt !== login.secretAt)) {
        log.info({ cubeNo }, 'login changed or taken away, connection closed');
        known.delete(cubeNo);
        broker.closeCube(cubeNo);
      } else {
        known.set(cubeNo, login);
        if (before && before.configVersion !== login.configVersion) sendConfig(cubeNo);
      }
    }
  };
  const compareAll = () => {
    const connected = new Set(broker.connectedCubes());
    for (const cubeNo of known.keys()) if (!connected.has(cubeNo)) known.delete(cubeNo);
    // While the database is unavailable no login can change; the next comparison finds changes.
    compare([...connected]).catch(() => undefined);
  };

  const timer = setInterval(compareAll, COMPARE_EVERY_MS).unref();
  const unsubscribe = onPortal({
    onFact(fact) {
      if (fact.topic !== 'cube') return;
      // A box that reconnects at this moment uses the new secret, or is refused.
      forgetCubeLogin(fact.key);
      if (!broker.connectedCubes().includes(fact.key)) return;
      compare([fact.key]).catch(() => undefined);
    },
    onGap: compareAll,
  });
  return {
    connected: async (cubeNo, ip) => {
      if (ip !== undefined)
        await pool().query('UPDATE edge_cube SET ip = $2 WHERE cube_no = $1 AND ip IS DISTINCT FROM $2', [cubeNo, ip]);
      const login = (await readLogins([cubeNo])).get(cubeNo);
      if (login) known.set(cubeNo, login);
    },
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

/**
 * Tells an outside broker, which keeps it for boxes that are not connected, each configuration that was raised: at once by a hint;
 * what a hint missed or the broker was away for, a little later.
 */
export function watchConfigs(link: Pick<MqttLink, 'isConnected'>, sendConfig: (cubeNo: string) => void): () => void {
  const sendOwed = () => {
    if (link.isConnected())
      owedConfigs().then(
        (cubeNos) => cubeNos.forEach(sendConfig),
        () => undefined,
      );
  };
  const timer = setInterval(sendOwed, COMPARE_EVERY_MS).unref();
  const unsubscribe = onPortal({
    onFact(fact) {
      if (fact.topic === 'cube') sendConfig(fact.key);
    },
    onGap: sendOwed,
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** A box that is online according to the database. */
export interface LostLink {
  cubeNo: string;
  session: string;
}

/**
 * Boxes that are online in the database, but were not heard since this broker started: they left while nobody could
 * publish their last will.
 * @param startedAt epoch ms
 */
export async function findLostLinks(connected: readonly string[], startedAt: number): Promise<LostLink[]> {
  const { rows } = await pool().query<{ cube_no: string; session: string }>(
    `SELECT cube_no, session FROM edge_cube
      WHERE state = 'online' AND session IS NOT NULL AND NOT cube_no = ANY($1) AND (state_at IS NULL OR state_at < $2) AND (last_data_at IS NULL OR last_data_at < $2)`,
    [connected, new Date(startedAt)],
  );
  return rows.map((row) => ({ cubeNo: row.cube_no, session: row.session }));
}

/** Some minutes after the start, publishes the last will of boxes that were lost together with the previous broker. */
export function settleLinks(
  broker: Pick<Broker, 'connectedCubes'>,
  ingest: Ingest,
  returnWithinMs = RETURN_WITHIN_MS,
): () => void {
  const startedAt = Date.now();
  const settle = async () => {
    for (const { cubeNo, session } of await findLostLinks(broker.connectedCubes(), startedAt)) {
      const body = { v: 1, state: 'offline', session, at: Date.now(), will: true };
      await new Promise<void>((resolve) => ingest.whenRoom(resolve));
      ingest.offer({ cubeNo, leaf: 'connection', source: 'mqtt', payload: { body }, isWill: true });
    }
  };
  const timer = setTimeout(() => {
    settle().catch((error: unknown) => logger('broker').warn({ err: error }, 'lost links not settled'));
  }, returnWithinMs).unref();
  return () => clearTimeout(timer);
}
