import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Alarms } from '@/app/alarms';
import { MustRead } from '@/components/announcements/must-read';
import { FeedbackEntry } from '@/components/feedback/feedback-entry';
import { LogOwner } from '@/components/local-log/log-owner';
import { HeaderTools } from '@/components/header/header-tools';
import { FocusHint } from '@/components/kit/layout/focus-hint';
import { PageUser } from '@/components/kit/layout/page-user';
import { Footer } from '@/components/kit/layout/footer';
import { isSidebarFolded } from '@/components/kit/layout/request-look';
import { NoticeBell } from '@/components/notifications/notice-bell';
import { Shell } from '@/components/kit/layout/shell';
import { shellMenuOf } from '@/components/kit/layout/shell-menu';
import { searchAnnouncementNotices } from '@/lib/features/announcements/contract';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { pageFocus } from '@/lib/platform/focus/page-focus';

/** Header, sidebar and footer around the pages inside the layout. */
export default async function PortalLayout({ children }: { readonly children: ReactNode }) {
  const [actor, isFolded, focus, title, feedback, notices] = await Promise.all([
    currentActor(),
    isSidebarFolded(),
    pageFocus(),
    getTranslations('routes'),
    getTranslations('feedback.own'),
    getTranslations('notifications.own'),
  ]);
  // The page's own guard sends a visitor to sign-in and back to the same address; a redirect from here would lose that
  // address.
  if (!actor) return children;
  const { username, nickName, branchName, userType } = actor;
  const user = { username, nickName, branchName, userType };
  return (
    <FocusHint focus={focus}>
      <Alarms actor={actor} />
      <Shell
        tools={
          <HeaderTools
            user={user}
            notices={<NoticeBell username={username} holder={holderOf(actor)} title={notices('title')} />}
            accountEntries={<FeedbackEntry title={feedback('title')} logTitle={title('locallog')} />}
          />
        }
        menu={shellMenuOf(actor, (key) => title(key as Parameters<typeof title>[0]))}
        isInitiallyFolded={isFolded}
        footer={<Footer />}
      >
        <PageUser user={user} />
        <LogOwner username={username} />
        {may(actor, searchAnnouncementNotices) && <MustRead username={username} />}
        {children}
      </Shell>
    </FocusHint>
  );
}
