import { createECDH } from 'node:crypto';
import { config } from '@/lib/config';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/**
 * The installation's VAPID pair (RFC 8292), from its SESSION_SECRET: made with it at the first start, the same in every
 * process. Another secret makes another pair; browsers then have to subscribe anew, as their users have to sign in anew.
 */

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service may write to. */
  readonly subject: string;
}

let kept: Keys | undefined;

export function vapidKeys(): Keys {
  kept ??= make();
  return kept;
}

function make(): Keys {
  const pair = createECDH('prime256v1');
  const secret = deriveKey('web push');
  pair.setPrivateKey(secret);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: secret.toString('base64url'),
    subject: config().push.contact,
  };
}
