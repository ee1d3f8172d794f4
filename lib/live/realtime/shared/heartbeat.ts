/** How often the server asks a socket whether it is there, and how long it waits for the answer, ms; a browser that is not asked waits as long. */
export const PING_INTERVAL_MS = 6000;
export const PING_TIMEOUT_MS = 4000;
