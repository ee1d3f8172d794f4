'use client';

import { useState } from 'react';
import { hrefOf } from '@/lib/routes';
import { signOut as signOutOperation } from '@/lib/features/session/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { forgetKnownUntil } from '@/lib/platform/client/known-until';

/** Ends the session and leaves by a full navigation, which drops all data of the page. */
export function useSignOut(): { signOut: () => Promise<void>; isLeaving: boolean } {
  const [isLeaving, setIsLeaving] = useState(false);
  return {
    isLeaving,
    signOut: async () => {
      setIsLeaving(true);
      forgetKnownUntil();
      try {
        await mutateSms(signOutOperation, {});
        window.location.assign(hrefOf('login'));
      } catch {
        // The call failed: the session ends when it expires. The user still wants to leave this screen.
        window.location.assign(hrefOf('login', { expired: 1 }));
      }
    },
  };
}
