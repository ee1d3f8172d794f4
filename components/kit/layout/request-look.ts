import 'server-only';
import { cookies, headers } from 'next/headers';
import { parseTheme, THEME_COOKIE, type ThemeName } from '@/components/kit/theme/theme-names';
import { SIDEBAR_COOKIE } from './sidebar-state';

/** The CSP nonce that the middleware gave this request; undefined when it did not run. */
export async function currentNonce(): Promise<string | undefined> {
  return (await headers()).get('x-nonce') ?? undefined;
}

/** The theme chosen in this browser. The server renders it at once, so that nothing flashes. */
export async function currentTheme(): Promise<ThemeName> {
  return parseTheme((await cookies()).get(THEME_COOKIE)?.value);
}

/** Is the sidebar folded in this browser? The server knows it, so that the layout does not jump. */
export async function isSidebarFolded(): Promise<boolean> {
  return (await cookies()).get(SIDEBAR_COOKIE)?.value === 'folded';
}
