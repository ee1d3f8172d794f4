import { randomBytes } from 'node:crypto';

/** Names of kept files: 192 random bits, and the ending for people who read a log. Pure. */

const NAME = /^[A-Za-z0-9_-]{32}\.[a-z]{3}$/;

export const isStoredName = (name: string) => NAME.test(name);
export const newStoredName = (ending: string) => `${randomBytes(24).toString('base64url')}.${ending}`;

/** Where a file lies below the folder or the prefix: on a shelf named by its first two characters. */
export const shelfOf = (path: string) => path.slice(0, 2);
