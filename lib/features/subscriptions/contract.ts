import { z } from 'zod';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';

/** Operations for e-mails that need no session (api.md §2.1). */

/** Stops report e-mails to the address in a signed link. Errors: invalid_grant for a link that is not ours. */
export const unsubscribeMail = operation({
  name: 'unsubscribeMail',
  method: 'POST',
  path: 'mail/unsubscribe',
  access: PUBLIC,
  scope: '-',
  untrimmed: ['token'],
  input: z.object({ token: z.string().min(1, 'required').max(512, 'tooLong') }),
  output: z.object({ emailAddress: z.string() }),
  summary: 'Ends report e-mails to the address of a signed link (api.md §2.1)',
  audit: 'update',
});

export const mailOperations = [unsubscribeMail];
