import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { wholeTitles, type SymptomRow } from '@/lib/features/symptoms/contract';
import { titleFor } from '@/lib/features/symptoms/shared/shown-title';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { STATE_LOOKS } from '../looks';

/** The page of a call-out, for users who may open it. */
export function callbackLink(holder: Holder, callbackId: string | null): string | undefined {
  const target = routeOf('callbackDetail');
  return callbackId !== null && target.isBuilt && mayOpen(holder, target)
    ? hrefOf('callbackDetail', { callbackId })
    : undefined;
}

/** What the list says of a symptom (doc2 §2.10). */
export function symptomColumnsOf(t: ListTexts, holder: Holder, isEnglish: boolean): readonly Column<SymptomRow>[] {
  const { link, text, own, option, status, time } = columnKinds<SymptomRow>(t);
  return [
    link('symptomId', { href: ({ symptomId }) => hrefOf('symptomDetail', { symptomId }) }),
    own('symptomTitle', titleFor(t, holder, isEnglish), { minWidth: 180, flex: true, onCard: 1 }),
    status('symptomState', STATE_LOOKS, { group: 'state', onCard: 2 }),
    time('createDate', { onCard: 4 }),
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }, { onCard: 3 }),
    link('callbackId', { href: ({ callbackId }) => callbackLink(holder, callbackId) }),
    ...(may(holder, wholeTitles) ? [text('symptomDefinitionId')] : []),
    option('category'),
  ];
}
