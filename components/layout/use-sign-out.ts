'use client';

import { useState } from 'react';
import { hrefOf } from '@/lib/routes';
import { signOut as signOutOperation } from '@/lib/session/contract';
import { mutateSms } from '@/lib/sms/hooks';

/** Ends the session and leaves by a full navigation, which drops everything the page still holds. */
export function useSignOut(): { signOut: () => Promise<void>; isLeaving: boolean } {
  const [isLeaving, setIsLeaving] = useState(false);
  return {
    isLeaving,
    signOut: async () => {
      setIsLeaving(true);
      try {
        await mutateSms(signOutOperation, {});
      } catch {
        // The server revokes late then (the session runs out); the person still wants to be gone from this screen.
      }
      window.location.assign(hrefOf('login'));
    },
  };
}
