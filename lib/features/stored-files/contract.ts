import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { text } from '@/lib/platform/contract/schemas';

/** Files that pages show (api.md §2.11 getFile). Paths are relative; clients put `/sms/file/view/` before them. */

/** Errors: not_found, no_object_permission; access_denied without the authority for the kind of file. */
export const getFile = operation({
  name: 'getFile',
  method: 'GET',
  path: 'file/view/{path}',
  access: SIGNED_IN,
  scope: 'usr',
  input: z.object({ path: text(300) }),
  output: fileOutput,
  summary: 'A picture or paper that a page shows (api.md §2.11)',
  audit: 'view',
});

export const storedFileOperations = [getFile];
