import type { ListTexts } from '@/components/kit/list/column-kinds';
import type { AccessLogRow } from '@/lib/features/access-log/contract';

/** What a person did, in words. They depend on operation and object; an operation without words shows its name. */
export function actionTextOf(
  t: ListTexts,
  {
    operation,
    action,
    path,
    objectId,
    objectName,
    code,
  }: Pick<AccessLogRow, 'operation' | 'action' | 'path' | 'objectId' | 'objectName' | 'code'>,
): string {
  const object = objectName ?? objectId ?? '';
  const key = operation === null ? undefined : `said.${operation}`;
  const said = (
    key !== undefined && t.has(key)
      ? t(key, { object })
      : t(action === 'view' ? 'saidView' : 'saidOther', { operation: operation ?? path, object })
  ).trim();
  return code === 200 ? said : t('saidRefused', { said });
}
