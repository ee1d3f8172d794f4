import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { ErrorInspectionRow } from '@/lib/features/error-inspection/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { lengthOf } from './length';
import { RESULT_LOOKS } from './looks';

/** Link to the detail page of something that the episode names, for users who may open it. */
export function partHref(
  holder: Holder,
  page: 'callbackDetail' | 'symptomDetail',
  id: string | null,
): string | undefined {
  const target = routeOf(page);
  if (id === null || !target.isBuilt || !mayOpen(holder, target)) return undefined;
  return hrefOf(page, page === 'callbackDetail' ? { callbackId: id } : { symptomId: id });
}

/** The unit's mode in words, when it has words. */
export const modeWords = (t: ListTexts, mode: string | null) =>
  mode !== null && t.has(`mode.${mode}`) ? t(`mode.${mode}`) : mode;

/** The columns of an episode (silent-screens A3). */
export function errorColumnsOf(t: ListTexts, holder: Holder): readonly Column<ErrorInspectionRow>[] {
  const { link, text, own, time, count, status } = columnKinds<ErrorInspectionRow>(t);
  return [
    link('errorId', { href: ({ errorId }) => hrefOf('errorInspectionDetail', { errorId }) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    text('gbCode'),
    status('result', RESULT_LOOKS, { onCard: 2 }),
    own('recoverDate', ({ recoverDate }) => recoverDate ?? <StatusPill status="fault">{t('lasting')}</StatusPill>, {
      onCard: 4,
    }),
    own('trapped', ({ trapped }) => (trapped ? <StatusPill status="trapped">{t('yes')}</StatusPill> : t('no'))),
    text('text', { minWidth: 110, flex: true, onCard: 3 }),
    time('startDate'),
    own('durationSec', ({ durationSec }) => (durationSec === null ? null : lengthOf(t, durationSec))),
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }),
    text('buildingName', { minWidth: 88, flex: true }),
    count('count24h'),
    own('mode', ({ mode }) => modeWords(t, mode)),
    link('symptomId', { href: (row) => partHref(holder, 'symptomDetail', row.symptomId) }),
    link('callbackId', { href: (row) => partHref(holder, 'callbackDetail', row.callbackId) }),
    text('inspector'),
    time('inspectDate'),
  ];
}
