'use client';

import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { secondOf } from '@/lib/live/units/group-age';
import { LiveAge } from './live-age';

/** The second that the head of the group tells; undefined: each value tells its own. */
const GroupAgeContext = createContext<number | undefined>(undefined);

/** Values whose age the head of their group may tell. @param at of `groupAge` */
export function AgedGroup({ at, children }: { readonly at: number | undefined; readonly children: ReactNode }) {
  return <GroupAgeContext value={at}>{children}</GroupAgeContext>;
}

/** The age of one value, unless the head of its group says it. */
export function ValueAge({ at }: { readonly at: number | undefined }) {
  const common = useContext(GroupAgeContext);
  return at !== undefined && secondOf(at) === common ? null : <LiveAge at={at} />;
}
