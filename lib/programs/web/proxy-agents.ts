import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** No limit of connections: with one, that many long polls would shut the boxes out. */
const AGENT = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 };
/**
 * Servers of Node close a connection that was idle for 5 s. A request that goes out on it in the same moment is lost, and its
 * sender is told 503; so it is this side that gives an idle connection up, and well before.
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
