import type { ReactNode } from 'react';
import { LogOwner } from '@/components/local-log/log-owner';
import { PageUser } from '@/components/layout/page-user';
import { currentActor } from '@/lib/auth/page-guard';

/** Pages that stand alone, without sidebar: live pages, details, dashboards. Each brings its own header and guard. */
export default async function StandaloneLayout({ children }: { readonly children: ReactNode }) {
  const actor = await currentActor();
  return <main>{actor && <><PageUser user={actor} /><LogOwner username={actor.username} /></>}{children}</main>;
}
