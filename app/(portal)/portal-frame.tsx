'use client';

import type { ReactNode } from 'react';
import { MustRead } from '@/components/announcements/must-read';
import { FeedbackEntry } from '@/components/feedback/feedback-entry';
import { HeaderTools } from '@/components/header/header-tools';
import { FocusHint } from '@/components/kit/layout/focus-hint';
import { Shell } from '@/components/kit/layout/shell';
import type { ShellMenu } from '@/components/kit/layout/shell-menu';
import type { ShellUser } from '@/components/kit/layout/shell-user';
import { LogOwner } from '@/components/local-log/log-owner';
import { NoticeBell } from '@/components/notifications/notice-bell';
import type { Holder } from '@/lib/platform/contract/authorities';

export interface PortalFrameProps {
  readonly user: ShellUser;
  readonly holder: Holder;
  readonly focus: string | null | undefined;
  readonly menu: ShellMenu;
  readonly isFolded: boolean;
  /** The only texts of their namespaces that a page needs before a dialog opens. */
  readonly titles: Readonly<Record<'profile' | 'password' | 'notices' | 'feedback' | 'log', string>>;
  readonly hasMustRead: boolean;
  readonly alarms: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** Header, sidebar and footer. One client component of many: the server writes each that it names itself into every page. */
export function PortalFrame({
  user,
  holder,
  focus,
  titles,
  hasMustRead,
  alarms,
  children,
  ...frame
}: PortalFrameProps) {
  const { username } = user;
  return (
    <FocusHint focus={focus}>
      {alarms}
      <Shell
        menu={frame.menu}
        isInitiallyFolded={frame.isFolded}
        footer={frame.footer}
        tools={
          <HeaderTools
            user={user}
            titles={titles}
            notices={<NoticeBell username={username} holder={holder} title={titles.notices} />}
            accountEntries={<FeedbackEntry title={titles.feedback} logTitle={titles.log} />}
          />
        }
      >
        <LogOwner username={username} />
        {hasMustRead && <MustRead username={username} />}
        {children}
      </Shell>
    </FocusHint>
  );
}
