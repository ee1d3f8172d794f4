import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

const HEADER = 'next-router-state-tree';

/**
 * Removes a router state that Next cannot read, for which it would answer 500. Without a state Next renders the whole
 * page, which is right for a browser with an unreadable one.
 */
export function dropUnreadableRouterState(request: IncomingMessage): IncomingMessage {
  try {
    parseAndValidateFlightRouterState(request.headers[HEADER]);
  } catch {
    Reflect.deleteProperty(request.headers, HEADER);
  }
  return request;
}
