import type { ReactNode } from 'react';
import { Alarms } from '@/app/alarms';
import { LogOwner } from '@/components/local-log/log-owner';
import { FocusHint } from '@/components/kit/layout/focus-hint';
import { PageUser } from '@/components/kit/layout/page-user';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { pageFocus } from '@/lib/platform/focus/page-focus';

/** Standalone pages without sidebar: live pages, details, dashboards. Each has its own header and guard. */
export default async function StandaloneLayout({ children }: { readonly children: ReactNode }) {
  const actor = await currentActor();
  if (!actor) return <main>{children}</main>;
  return (
    <FocusHint focus={await pageFocus()}>
      <Alarms actor={actor} />
      <main>
        <PageUser user={actor} />
        <LogOwner username={actor.username} />
        {children}
      </main>
    </FocusHint>
  );
}
