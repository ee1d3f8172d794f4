import { AppError } from '@/lib/platform/contract/errors';

/**
 * The row of a key, if it is in the caller's scope (api.md §1.5).
 * @param find reads by the key and `within`; the key of a deleted row should find nothing in both cases
 * @throws no_object_permission (511) for a row outside the scope, not_found when there is none
 */
export async function requireRow<Row, Where extends object>(
  find: (within: Where) => Promise<Row | null>,
  scope: Where,
  messages: { readonly denied?: string; readonly missing?: string } = {},
): Promise<Row> {
  const found = await find(scope);
  if (found !== null) return found;
  const isThere = (await find({} as Where)) !== null;
  throw isThere
    ? new AppError('no_object_permission', { messageKey: messages.denied })
    : new AppError('not_found', { messageKey: messages.missing });
}
