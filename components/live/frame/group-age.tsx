'use client';

import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { secondOf } from '@/lib/live/units/group-age';
import { LiveAge } from './live-age';

/** The common time in the group's heading; undefined: each value shows its own. */
const GroupAgeContext = createContext<number | undefined>(undefined);

/** Values whose age the group's heading may show. @param at from `groupAge` */
export function AgedGroup({ at, children }: { readonly at: number | undefined; readonly children: ReactNode }) {
  return <GroupAgeContext value={at}>{children}</GroupAgeContext>;
}

/** The age of one value, unless the group's heading shows it. */
export function ValueAge({ at }: { readonly at: number | undefined }) {
  const common = useContext(GroupAgeContext);
  return at !== undefined && secondOf(at) === common ? null : <LiveAge at={at} />;
}
