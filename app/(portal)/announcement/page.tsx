import { AnnouncementDetailScreen, AnnouncementGone } from '@/components/announcements/announcement-detail-screen';
import { AnnouncementScreen } from '@/components/announcements/announcement-screen';
import { announcementList, noticeList } from '@/components/announcements/lists';
import { withTexts } from '@/components/kit/layout/texts';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { getAnnouncement, queryAnnouncements } from '@/lib/features/announcements/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';

export const generateMetadata = titleOf('announcement');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The announcement centre; with `?id=` one announcement (readings 13). */
async function AnnouncementPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('announcement', params));
  const id = [params.id].flat()[0]?.trim();
  if (id) {
    const { data, message } = await sms(getAnnouncement, { id });
    return data ? <AnnouncementDetailScreen key={id} detail={data} /> : <AnnouncementGone message={message} />;
  }
  return [params.tab].flat()[0] === 'manage' && may(holder, queryAnnouncements) ? (
    <AnnouncementScreen holder={holder} edits={await loadFirstPage(announcementList, 'announcement', params)} />
  ) : (
    <AnnouncementScreen holder={holder} notices={await loadFirstPage(noticeList, 'announcement', params)} />
  );
}

export default withTexts(['announcements', 'list'], AnnouncementPage);
