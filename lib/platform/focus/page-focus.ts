import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { config } from '@/lib/config';
import { focusCookieName, readHint } from './focus-hint';

/**
 * The focus projects with which this page is rendered: ids joined by commas, null without a focus; undefined when the
 * server cannot know and leaves lists to the browser.
 */
export const pageFocus = cache(async (): Promise<string | null | undefined> => {
  const actor = await currentActor();
  // 'admin' has no focus (readings 15), a visitor no lists.
  if (!actor || actor.branchName === 'admin') return null;
  return readHint((await cookies()).get(focusCookieName(config().publicUrl))?.value, actor.username);
});
