import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { ListedCallback } from '@/lib/features/callbacks/contract';
import { personWord } from '@/lib/features/callbacks/persons';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { PERSON_LOOKS, STATUS_LOOKS } from '../looks';
import { ClockCell } from './clock-cell';

/** The page of a call-out. */
export const callbackHref = (callbackId: string) => hrefOf('callbackDetail', { callbackId });

/** The word of a code that we know, else what is stored with it. */
export const wordOf = (t: ListTexts, group: string, code: string | null, stored: string | null = code) =>
  code !== null && t.has(`${group}.${code}`) ? t(`${group}.${code}`) : stored;

/** What the list says of a call-out (doc2 §2.8). */
export function callbackColumnsOf(t: ListTexts, holder: Holder): readonly Column<ListedCallback>[] {
  const { link, text, own, time, status } = columnKinds<ListedCallback>(t);
  return [
    link('callbackId', { href: (row) => callbackHref(row.callbackId) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    status('jobStatus', STATUS_LOOKS, { group: 'status', onCard: 2 }),
    own('clock', (row) => (row.clock === null ? <></> : <ClockCell row={row} />), { onCard: 4 }),
    own('personStatus', (row) => {
      const { word, time: at } = personWord(row);
      return <StatusPill status={PERSON_LOOKS[word]}>{t(`person.${word}`, { time: at })}</StatusPill>;
    }),
    time('createDate', { onCard: 4 }),
    text('jobDescription', { minWidth: 150, flex: true, onCard: 3 }),
    own('callbackType', (row) => wordOf(t, 'type', row.callbackType)),
    link('equipmentNo', { href: (row) => detailHref(holder, row.equipmentNo) }),
    text('technicianName'),
    text('jobTechRemark', { minWidth: 104, flex: true }),
    own('scsaText', (row) => wordOf(t, 'scsa', row.scsa, row.scsaText)),
    time('jobUpdateDate'),
  ];
}
