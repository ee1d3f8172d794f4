// Finding the browser and the programs that the end-to-end tests use, and installing Debian's where we may.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from './problem.mjs';

// Headless first: the same engine needs two thirds of the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string | undefined} full path of the first of these programs on the PATH */
export function onPath(names, path = process.env.PATH ?? '') {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}

/**
 * What is missing for the end-to-end tests.
 * @returns {{ browser: string | undefined, missing: string[], wished: string[] }} Debian packages; without the wished ones
 *   single tests are left out, which say so
 */
export function survey(env = process.env) {
  const browser = env.CHROME_PATH || onPath(NAMES, env.PATH);
  const missing = [];
  if (!browser) missing.push('chromium-headless-shell', 'fonts-noto-cjk');
  if (!onPath(['mosquitto_pub'], env.PATH)) missing.push('mosquitto-clients');
  return { browser, missing, wished: onPath(['ffmpeg'], env.PATH) ? [] : ['ffmpeg'] };
}

/** May we install packages on this machine? */
export const isOurs = () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath(['apt-get']);

/** @returns {string | undefined} why it could not be done */
export function install(packages, say) {
  say(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  const { status, stderr } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    quiet,
  );
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1);
}

/** Installs what only some tests need, where that is possible: `ffmpeg`, which publishes as a camera does. */
export function seeToWishes(say) {
  const { wished } = survey();
  if (wished.length === 0) return;
  const trouble = isOurs() ? install(wished, say) : 'this account may not install it';
  if (trouble !== undefined) say(`Without ${wished.join(', ')} (${trouble}): tests that need it are left out.`);
}

/**
 * Makes sure that browser and `mosquitto_pub` are there.
 * @param {(line: string) => void} say
 * @returns {string} path of the browser
 * @throws {Problem} the one sentence how to get them
 */
export function requireBrowser(say) {
  if (process.env.CHROME_PATH && !existsSync(process.env.CHROME_PATH)) {
    throw new Problem(`CHROME_PATH names ${process.env.CHROME_PATH}, which does not exist.`);
  }
  const { missing } = survey();
  if (missing.length > 0) {
    const how = `apt-get install ${missing.join(' ')}`;
    if (!isOurs()) {
      throw new Problem(
        `The end-to-end tests need ${missing[0] === 'chromium-headless-shell' ? 'Chromium (or CHROME_PATH) and mosquitto_pub' : 'mosquitto_pub'}: on Debian or Ubuntu run "sudo ${how}".`,
      );
    }
    const trouble = install(missing, say);
    if (trouble !== undefined) throw new Problem(`"${how}" failed: ${trouble}`);
  }
  const { browser } = survey();
  if (!browser) throw new Problem('No Chromium was found; set CHROME_PATH to one.');
  return browser;
}
