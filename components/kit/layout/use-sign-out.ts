'use client';

import { useState } from 'react';
import { hrefOf } from '@/lib/routes';
import { signOut as signOutOperation } from '@/lib/features/session/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

/** Ends the session and leaves by a full navigation, which drops everything the page still holds. */
export function useSignOut(): { signOut: () => Promise<void>; isLeaving: boolean } {
  const [isLeaving, setIsLeaving] = useState(false);
  return {
    isLeaving,
    signOut: async () => {
      setIsLeaving(true);
      try {
        await mutateSms(signOutOperation, {});
        window.location.assign(hrefOf('login'));
      } catch {
        // The session then ends when it runs out; the person still wants to be gone from this screen.
        window.location.assign(hrefOf('login', { expired: 1 }));
      }
    },
  };
}
