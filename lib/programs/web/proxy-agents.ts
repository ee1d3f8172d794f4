import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** No limit of connections: with one, that many long polls would block the boxes. */
const AGENT = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 };
/**
 * Node servers close a connection that was idle for 5 s. A request that is sent at that moment is lost and answered
 * with 503, so this side closes idle connections earlier.
 */
const IDLE_MS = 2000;

function giveUpWhenIdle<A extends Agent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
  agent.keepSocketAlive = (socket: Duplex & { setTimeout?: (ms: number) => void }) => {
    const isKept = keep(socket);
    if (isKept) socket.setTimeout?.(IDLE_MS);
    return isKept;
  };
  return agent;
}

/** The connections to the gateway, and to an upstream's sockets. */
export const proxyAgents = () => ({
  http: giveUpWhenIdle(new Agent(AGENT)),
  https: giveUpWhenIdle(new TlsAgent(AGENT)),
});
