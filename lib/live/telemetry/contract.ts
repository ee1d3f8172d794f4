import { z } from 'zod';
import { operation } from '@/lib/platform/contract/operation';
import { key, text } from '@/lib/platform/contract/schemas';
import { MAX_BYTES, UP_LEAVES } from './topics';

/**
 * A box may send by HTTPS what it would publish by MQTT: the body is the MQTT payload of the leaf (api.md §2.27, §4.3).
 */
export const ingest = operation({
  name: 'ingest',
  method: 'POST',
  path: 'ingest/v1/{cubeNo}/{leaf}',
  access: { kind: 'cube' },
  scope: '-',
  input: z.looseObject({ cubeNo: key, leaf: z.enum(UP_LEAVES, { error: 'badValue' }) }),
  output: z.object({
    applied: z.number().int(),
    ignored: z.number().int(),
    rejected: z.array(z.object({ key: z.string().nullable(), reason: z.string() })),
  }),
  summary: 'Telemetry of a box over HTTPS, answered after the commit (api.md §2.27, §4)',
  maxBytes: MAX_BYTES.log + 1024,
  // Rules of its own limit what a message may hold.
  maxMembers: MAX_BYTES.log,
  isLocal: true,
  audit: 'none',
});

const decision = z.object({ result: z.enum(['allow', 'deny']) });

/** An outside broker asks who a client is (api.md §2.27); internal secret header. */
export const mqttAuth = operation({
  name: 'mqttAuth',
  method: 'POST',
  path: 'mqtt/auth',
  access: { kind: 'internal' },
  scope: '-',
  input: z.object({
    clientid: text(),
    username: text().nullish(),
    password: text().nullish(),
    peerhost: text().nullish(),
  }),
  output: decision,
  summary: 'May this client connect to the broker? (api.md §2.27, §4.1)',
  untrimmed: ['password'],
  isLocal: true,
  audit: 'none',
});

/** An outside broker asks what a client may do (api.md §2.27); internal secret header. */
export const mqttAcl = operation({
  name: 'mqttAcl',
  method: 'POST',
  path: 'mqtt/acl',
  access: { kind: 'internal' },
  scope: '-',
  input: z.object({
    clientid: text(),
    username: text().nullish(),
    action: z.enum(['publish', 'subscribe'], { error: 'badValue' }),
    topic: text(300),
  }),
  output: decision,
  summary: 'May this client publish or subscribe to the topic? (api.md §2.27, §4.1)',
  isLocal: true,
  audit: 'none',
});

export const telemetryOperations = [ingest, mqttAuth, mqttAcl];
