import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Alarms } from '@/app/alarms';
import { Footer } from '@/components/kit/layout/footer';
import { PageUser } from '@/components/kit/layout/page-user';
import { isSidebarFolded } from '@/components/kit/layout/request-look';
import { shellMenuOf } from '@/components/kit/layout/shell-menu';
import { searchAnnouncementNotices } from '@/lib/features/announcements/contract';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { holderOf, may } from '@/lib/platform/contract/access';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { PortalFrame } from './portal-frame';

/** Header, sidebar and footer around the pages inside the layout. */
export default async function PortalLayout({ children }: { readonly children: ReactNode }) {
  const [actor, isFolded, focus, title, header, feedback, notices] = await Promise.all([
    currentActor(),
    isSidebarFolded(),
    pageFocus(),
    getTranslations('routes'),
    getTranslations('header'),
    getTranslations('feedback.own'),
    getTranslations('notifications.own'),
  ]);
  // The page's own guard sends a visitor to sign-in and back to the same address; a redirect from here would lose that
  // address.
  if (!actor) return children;
  const { username, nickName, branchName, userType } = actor;
  const user = { username, nickName, branchName, userType };
  return (
    <PortalFrame
      user={user}
      holder={holderOf(actor)}
      focus={focus}
      menu={shellMenuOf(actor, (key) => title(key as Parameters<typeof title>[0]))}
      isFolded={isFolded}
      titles={{
        profile: header('profile.title'),
        password: header('password.title'),
        notices: notices('title'),
        feedback: feedback('title'),
        log: title('locallog'),
      }}
      hasMustRead={may(actor, searchAnnouncementNotices)}
      alarms={<Alarms actor={actor} />}
      footer={<Footer />}
    >
      <PageUser user={user} />
      {children}
    </PortalFrame>
  );
}
