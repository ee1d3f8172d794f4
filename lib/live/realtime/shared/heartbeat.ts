/**
 * How often the server pings a socket, and how long it waits for the answer, ms. A browser that gets no ping waits as
 * long.
 */
export const PING_INTERVAL_MS = 6000;
export const PING_TIMEOUT_MS = 4000;
