'use client';

import type { ReactNode } from 'react';
import type { FirstPage } from '@/components/kit/list/list-query';
import { queryAnnouncements, type AnnouncementEdit, type AnnouncementRow } from '@/lib/features/announcements/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { AnnouncementTabs, useAnnouncementTab } from './announcement-tabs';
import { ManageScreen } from './manage-screen';
import { NoticeScreen } from './notice-screen';

interface Props {
  /** First rows of the tab, rendered by the server. */
  readonly notices?: FirstPage<AnnouncementRow>;
  readonly edits?: FirstPage<AnnouncementEdit>;
  readonly holder: Holder;
}

/** The announcement centre (silent-screens C): announcements to read and, for editors, those they write. */
export function AnnouncementScreen({ notices, edits, holder }: Props) {
  const [asked, setTab] = useAnnouncementTab();
  const isEditor = may(holder, queryAnnouncements);
  const tab = isEditor && asked === 'manage' ? 'manage' : 'read';
  const tabs: ReactNode = isEditor && <AnnouncementTabs tab={tab} onTab={setTab} />;
  return tab === 'manage' ? (
    <ManageScreen first={edits} holder={holder} tabs={tabs} />
  ) : (
    <NoticeScreen first={notices} holder={holder} tabs={tabs} />
  );
}
