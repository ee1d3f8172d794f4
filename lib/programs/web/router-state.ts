import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

const HEADER = 'next-router-state-tree';

/**
 * Takes a router state away that Next could not read: it would answer 500. Without one the whole page is rendered, which is
 * what a browser with an unreadable state needs.
 */
export function dropUnreadableRouterState(request: IncomingMessage): IncomingMessage {
  try {
    parseAndValidateFlightRouterState(request.headers[HEADER]);
  } catch {
    Reflect.deleteProperty(request.headers, HEADER);
  }
  return request;
}
