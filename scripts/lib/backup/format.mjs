// The form of a backup (docs/backup.md): head, frames, checksum of all. Frames are sealed one by one when there is a passphrase.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt as scryptWithCallback,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../problem.mjs';

const scrypt = promisify(scryptWithCallback);

export const MAGIC = 'LIFT-PORTAL BACKUP 1\n';
export const PIECE_BYTES = 1024 * 1024;
export const DIGEST_BYTES = 32;
export const FRAME_HEAD_BYTES = 5;
const TAG_BYTES = 16;
/** Longest content of a frame as it is stored. A piece that does not shrink grows by some bytes. */
const LONGEST = { P: 1024 * 1024, D: PIECE_BYTES + 4096, E: 4096, M: 64 * 1024 * 1024 };
export const HEAD_MAX_BYTES = 4096;

/** 128 MB and some 0.4 s for each passphrase that somebody tries. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
const MOST = { n: 2 ** 20, r: 16, p: 4 };
const MIN_PASSPHRASE = 12;

export const damaged = (where) =>
  new Problem(`The backup is damaged or cut off (${where}); nothing was restored. Take another one.`);

/** @param {string} text content of a passphrase file @param {string} path for messages */
export function passphraseOf(text, path) {
  const [line = ''] = text.split(/\r?\n/);
  if (line.length < MIN_PASSPHRASE)
    throw new Problem(
      `The first line of ${path} is the passphrase; it must have at least ${MIN_PASSPHRASE} characters.`,
    );
  return line;
}

async function keyOf(passphrase, { n, r, p, salt }) {
  const bytes = Buffer.from(salt, 'base64');
  return scrypt(passphrase.normalize('NFC'), bytes, 32, { N: n, r, p, maxmem: 256 * n * r });
}

/** Tells whether a passphrase is the right one without telling anything of the key. */
const checkOf = (key) => Buffer.from(hkdfSync('sha256', key, '', 'lift-portal backup check', 16));

/**
 * Seals and opens the frames of one backup, in their order.
 * @typedef {{ seal(kind: string, content: Buffer): Buffer, open(kind: string, stored: Buffer): Buffer }} Sealer
 * @returns {Sealer}
 */
function sealer(key, head) {
  const covered = createHash('sha256').update(head).digest();
  let number = 0;
  const nonce = () => {
    const bytes = Buffer.alloc(12);
    bytes.writeUIntBE(number, 6, 6);
    number += 1;
    return bytes;
  };
  const covering = (kind) => Buffer.concat([covered, Buffer.from(kind)]);
  return {
    seal(kind, content) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce());
      cipher.setAAD(covering(kind));
      return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open(kind, stored) {
      if (stored.length < TAG_BYTES) throw damaged('a frame has no seal');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(), { authTagLength: TAG_BYTES });
      decipher.setAAD(covering(kind));
      decipher.setAuthTag(stored.subarray(-TAG_BYTES));
      const content = decipher.update(stored.subarray(0, -TAG_BYTES));
      try {
        decipher.final();
      } catch (error) {
        throw Object.assign(damaged('a seal is broken'), { cause: error });
      }
      return content;
    },
  };
}

/** @type {Sealer} */
const PLAIN = { seal: (_kind, content) => content, open: (_kind, stored) => stored };

/**
 * The head of a new backup.
 * @param {{ made: Date, portal: string, passphrase?: string }} options
 * @returns {Promise<{ head: Buffer, sealer: Sealer }>}
 */
export async function newHead({ made, portal, passphrase }) {
  const fields = { made: made.toISOString(), portal, compression: 'brotli', encryption: null };
  const bytesOf = (content) => Buffer.from(`${MAGIC}${JSON.stringify(content)}\n`);
  if (passphrase === undefined) return { head: bytesOf(fields), sealer: PLAIN };
  const kdf = { ...COST, salt: randomBytes(16).toString('base64') };
  const key = await keyOf(passphrase, kdf);
  const encryption = { cipher: 'aes-256-gcm', kdf: 'scrypt', ...kdf, check: checkOf(key).toString('base64') };
  const head = bytesOf({ ...fields, encryption });
  return { head, sealer: sealer(key, head) };
}

/**
 * Reads the first bytes of a file.
 * @param {Buffer} start as many as a head may have
 * @returns {{ head: Buffer, fields: { made: string, portal: string, encryption: object | null } }}
 * @throws {Problem} it is no backup, or one of a form that this version does not know
 */
export function readHead(start) {
  if (!start.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) {
    if (start.subarray(0, 19).toString() === MAGIC.slice(0, 19))
      throw new Problem('The backup was made by a version of the portal whose form this one does not know.');
    throw new Problem('The file is no backup of this portal, or its beginning is missing.');
  }
  const end = start.indexOf(10, MAGIC.length);
  if (end < 0) throw damaged('its head');
  let fields;
  try {
    fields = JSON.parse(start.subarray(MAGIC.length, end).toString());
  } catch (error) {
    throw Object.assign(damaged('its head'), { cause: error });
  }
  if (fields?.compression !== 'brotli' || typeof fields.made !== 'string') throw damaged('its head');
  return { head: start.subarray(0, end + 1), fields };
}

/**
 * What opens the frames of a backup.
 * @param {{ head: Buffer, fields: { encryption: any } }} read @param {string} [passphrase]
 * @returns {Promise<() => Sealer>} a new one for each reading
 * @throws {Problem} the passphrase is missing, needless or wrong
 */
export async function openerOf({ head, fields: { encryption } }, passphrase) {
  if (encryption === null) {
    if (passphrase !== undefined) throw new Problem('The backup is not encrypted; leave out --passphrase-file.');
    return () => PLAIN;
  }
  if (passphrase === undefined) throw new Problem('The backup is encrypted; give its passphrase by --passphrase-file.');
  const { cipher, kdf, n, r, p, salt, check } = encryption ?? {};
  const isKnown =
    cipher === 'aes-256-gcm' &&
    kdf === 'scrypt' &&
    [n <= MOST.n, r <= MOST.r, p <= MOST.p].every(Boolean) &&
    [n, r, p].every((value) => Number.isInteger(value) && value > 0) &&
    Number.isInteger(Math.log2(n)) &&
    typeof salt === 'string' &&
    typeof check === 'string';
  if (!isKnown) throw damaged('its head');
  const key = await keyOf(passphrase, { n, r, p, salt });
  const expected = Buffer.from(check, 'base64');
  const found = checkOf(key);
  if (expected.length !== found.length || !timingSafeEqual(expected, found))
    throw new Problem('The passphrase is not the one that the backup was made with.');
  return () => sealer(key, head);
}

/** @param {string} kind @param {Buffer} stored */
export function frameHead(kind, stored) {
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES, kind);
  bytes.writeUInt32BE(stored.length, 1);
  return bytes;
}

/** @param {Buffer} head of a frame @returns {{ kind: string, length: number }} @throws {Problem} */
export function readFrameHead(head) {
  const kind = String.fromCharCode(head[0]);
  const length = head.readUInt32BE(1);
  if (!(length <= LONGEST[kind])) throw damaged('a frame that nobody wrote');
  return { kind, length };
}
