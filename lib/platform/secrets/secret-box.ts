import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { config } from '@/lib/config';

/** What a process encrypts for itself or its peers: keys are derived from SESSION_SECRET, one a purpose. */

const derived = new Map<string, Buffer>();

/** A 32-byte key for one purpose. Another SESSION_SECRET gives other keys: everything made with the old one is void. */
export function deriveKey(purpose: string): Buffer {
  const secret = config().session.secret;
  const name = `${purpose}\0${secret}`;
  let key = derived.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', `lift-portal ${purpose}`, 32));
    derived.set(name, key);
  }
  return key;
}

const Box = z.object({ v: z.literal(1), iv: z.string(), tag: z.string(), data: z.string() });
export type SealedBox = z.infer<typeof Box>;

/** Encrypts a JSON value with AES-256-GCM. */
export function seal(purpose: string, value: unknown): SealedBox {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return {
    v: 1,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Decrypts a box. Null for anything that is not one of ours, changed, or made with another secret. */
export function unseal(purpose: string, sealed: unknown): unknown {
  const box = Box.safeParse(sealed);
  if (!box.success) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), Buffer.from(box.data.iv, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAuthTag(Buffer.from(box.data.tag, 'base64'));
    const text = Buffer.concat([decipher.update(Buffer.from(box.data.data, 'base64')), decipher.final()]).toString(
      'utf8',
    );
    return JSON.parse(text);
  } catch {
    return null;
  }
}
