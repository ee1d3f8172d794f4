import { AppError } from '@/lib/platform/contract/errors';

/** A refusal that also stands under the field of a form. */
export const refuse = (
  id: 'not_found' | 'conflict' | 'no_object_permission',
  messageKey: string,
  params?: Record<string, string>,
) => new AppError(id, { messageKey, params, data: { fieldKeys: { cubeNo: messageKey } } });
