import type { Language } from '@/lib/platform/i18n/languages';

type Tree = { [key: string]: string | Tree };

/** Titles of pages and menu groups as the server reads them. @throws for one that has none */
export function titleIn(language: Language): (key: string) => string {
  const titles = jest.requireActual<Tree>(`@/messages/${language}/routes.json`);
  return (key) => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>((tree, part) => (typeof tree === 'object' ? tree[part] : undefined), titles);
    if (typeof found !== 'string') throw new Error(`no title for ${key}`);
    return found;
  };
}

/** What the server gives the header of its texts. */
export const HEADER_TITLES = { profile: '个人信息', password: '修改密码' };
