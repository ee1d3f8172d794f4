import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's top folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts path below the project's top folder */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** @param {string} path absolute, or relative to the project's top folder */
export const fromRoot = (path) => resolve(ROOT, path);
