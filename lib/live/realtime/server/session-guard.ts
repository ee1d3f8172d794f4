import type { RealtimeAccess } from './access';
import { ACCOUNT_DISABLED, TOKEN_INVALID } from '@/lib/live/realtime/shared/events';
import type { SocketCaller } from './socket-caller';

export interface GuardOptions {
  access: RealtimeAccess;
  connections: ReadonlySet<SocketCaller>;
  reportFault(error: unknown, event: string): void;
  /**
   * The regular check, for when no hint arrives. With the time of a query it stays below the promised 5 s (readings
   * 59).
   */
  intervalMs?: number;
  /** After this many checks the scope of all streams is read again, because units move between projects. */
  scopeEvery?: number;
}

const INTERVAL_MS = 4000;
const SCOPE_EVERY = 15;

/**
 * Ends sockets whose session or account ended and gives the others their present rights: at once on a hint, otherwise
 * within 4 s. The same checks apply a changed data strategy. While the database is unavailable nobody can revoke
 * anything in it, so sockets stay.
 *
 * @returns a function that stops it
 */
export function guardSessions({
  access,
  connections,
  reportFault,
  intervalMs = INTERVAL_MS,
  scopeEvery = SCOPE_EVERY,
}: GuardOptions): () => void {
  let rounds = 0;
  let isStopped = false;

  const check = async (matches: (connection: SocketCaller) => boolean) => {
    const bySession = new Map<string, SocketCaller[]>();
    for (const connection of connections) {
      if (!connection.actor || !matches(connection)) continue;
      const { sessionId } = connection.actor;
      const known = bySession.get(sessionId);
      if (known) known.push(connection);
      else bySession.set(sessionId, [connection]);
    }
    if (bySession.size === 0) return;
    try {
      const states = await access.states([...bySession.keys()]);
      if (isStopped) return;
      for (const [sessionId, group] of bySession) {
        const state = states.get(sessionId);
        const still = group.filter(({ actor }) => actor?.sessionId === sessionId);
        if (!state?.isLive) still.forEach((connection) => connection.end(TOKEN_INVALID));
        else if (!state.isEnabled) still.forEach((connection) => connection.end(ACCOUNT_DISABLED));
        else
          await reload(
            sessionId,
            still.filter(({ actor }) => actor?.accessVersion !== state.accessVersion),
          );
      }
    } catch (error) {
      reportFault(error, 'session check');
    }
  };

  const reload = async (sessionId: string, changed: SocketCaller[]) => {
    if (changed.length === 0) return;
    const actor = await access.reload(sessionId);
    for (const connection of changed) {
      if (actor) void connection.enqueue('access', undefined, () => connection.changeActor(actor));
      else connection.end(TOKEN_INVALID);
    }
  };

  const checkScopes = async () => {
    for (const connection of [...connections]) {
      if (isStopped) return;
      if (connection.actor) await connection.enqueue('scope', undefined, () => connection.recheck());
    }
  };

  let mark: string | undefined;
  const checkStrategies = async () => {
    if (connections.size === 0) return;
    try {
      const now = await access.strategiesMark(mark);
      const isChanged = now !== mark;
      mark = now;
      if (!isChanged) return;
      for (const connection of [...connections]) {
        if (isStopped) return;
        if (connection.actor) await connection.enqueue('strategy', undefined, () => connection.restrict());
      }
    } catch (error) {
      reportFault(error, 'strategy check');
    }
  };

  const stopListening = access.listen({
    onFact: ({ topic, key }) =>
      void check(({ actor }) => (topic === 'session' ? actor?.sessionId === key : actor?.username === key)),
    onGap: () => void check(() => true),
  });
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    rounds += 1;
    const round = check(() => true).then(checkStrategies);
    void (rounds % scopeEvery === 0 ? round.then(checkScopes) : round).finally(() => {
      isChecking = false;
    });
  }, intervalMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    stopListening();
  };
}
