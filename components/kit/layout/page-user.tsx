import { PAGE_USER_META } from '@/lib/platform/client/page-user';
import { FOCUS_OWNER_META } from '@/lib/platform/focus/focus';
import type { ShellUser } from './shell-user';

/**
 * Tells the page's scripts, before the first call, who is signed in and which focus projects apply; 'admin' has none
 * (readings 15).
 */
export function PageUser({ user }: { readonly user: Pick<ShellUser, 'username' | 'branchName'> }) {
  return (
    <>
      <meta name={PAGE_USER_META} content={user.username} />
      {user.branchName !== 'admin' && <meta name={FOCUS_OWNER_META} content={user.username} />}
    </>
  );
}
