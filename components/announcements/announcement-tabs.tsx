'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { PAGING_PARAMS } from '@/components/kit/list/list-query';
import { announcementList, noticeList } from './lists';
import { ANNOUNCEMENT_TABS, type AnnouncementTab } from './tabs';

const PARAMS = {
  ...noticeList.filters,
  ...announcementList.filters,
  ...PAGING_PARAMS,
  tab: parseAsStringLiteral(ANNOUNCEMENT_TABS),
};
const NOTHING = Object.fromEntries(Object.keys(PARAMS).map((name) => [name, null]));

/** Which of the two lists is open. It is kept in the URL; the other list starts without this one's filters. */
export function useAnnouncementTab(): readonly [AnnouncementTab | null, (tab: AnnouncementTab) => void] {
  const [{ tab }, set] = useQueryStates(PARAMS, { history: 'push' });
  return [tab, (next) => void set({ ...NOTHING, tab: next === 'read' ? null : next })];
}

interface Props {
  readonly tab: AnnouncementTab;
  readonly onTab: (tab: AnnouncementTab) => void;
}

/** The tabs of reader's list and manage list, for a person who has both. */
export function AnnouncementTabs({ tab, onTab }: Props) {
  const t = useTranslations('announcements.tab');
  return (
    <Tabs value={tab} onChange={(_, next: AnnouncementTab) => onTab(next)} aria-label={t('label')}>
      {ANNOUNCEMENT_TABS.map((value) => (
        <Tab key={value} value={value} label={t(value)} />
      ))}
    </Tabs>
  );
}
