import { FOCUS_OWNER_META } from '@/lib/sms/focus';
import type { ShellUser } from './shell-user';

/** Says to the page's scripts whose focus projects are in force, before the first call; 'admin' has none (readings 15). */
export function FocusOwner({ user }: { readonly user: Pick<ShellUser, 'username' | 'branchName'> }) {
  return user.branchName === 'admin' ? null : <meta name={FOCUS_OWNER_META} content={user.username} />;
}
