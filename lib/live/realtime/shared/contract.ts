import { z } from 'zod';
import { operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { noInput } from '@/lib/platform/contract/schemas';

/** What a browser asks for before it opens a socket. */
export const getSocketToken = operation({
  name: 'getSocketToken',
  method: 'GET',
  path: 'session/socketToken',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.object({ token: z.string(), expiresIn: z.number().int() }),
  summary: 'Short-lived token for the socket (api.md §2.1, §3.2)',
});

export const realtimeOperations = [getSocketToken];
