import { z } from 'zod';

/** Which cards of trapped persons this account has acknowledged in this browser: all others stand there again after a reload. */

/** Far more than stand open at a time. */
const MOST = 200;
const Kept = z.array(z.string().max(64)).max(MOST);
const keyOf = (username: string) => `campusAcknowledged:${username}`;

export class AcknowledgedBook {
  readonly #key: string;
  #guids: readonly string[];

  constructor(username: string) {
    this.#key = keyOf(username);
    this.#guids = this.#read();
  }

  has(guid: string): boolean {
    return this.#guids.includes(guid);
  }

  add(guid: string): void {
    // Another tab of the wall may have written meanwhile.
    this.#guids = [...new Set([...this.#read(), ...this.#guids, guid])].slice(-MOST);
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#guids));
    } catch {
      // Storage is closed or full: the card is back after a reload, which is the safe side.
    }
  }

  #read(): readonly string[] {
    try {
      return Kept.safeParse(JSON.parse(localStorage.getItem(this.#key) ?? '[]')).data ?? [];
    } catch {
      return [];
    }
  }
}
