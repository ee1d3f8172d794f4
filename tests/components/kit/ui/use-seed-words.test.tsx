import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import zh from '@/messages/zh-CN/seed.json';

const wordsIn = (locale: string) =>
  renderHook(() => useSeedWords(), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <NextIntlClientProvider locale={locale} messages={{}}>
        {children}
      </NextIntlClientProvider>
    ),
  }).result.current;

describe('names that the portal gave to roles and authorities', () => {
  it('are read in English, while what an administrator wrote stays', () => {
    const { ofRole, ofAuthority } = wordsIn('en');
    expect(ofRole(zh.role.administrator.name)).toBe('Administrator');
    expect(ofRole(zh.role.lite.description)).toBe('Customers, basic');
    expect(ofRole('我的角色')).toBe('我的角色');
    expect(ofAuthority('CALLBACK_READ', 'CALLBACK 查看')).toBe('See CALLBACK');
    expect(ofAuthority('SUPER_MASTER', zh.authority.SUPER_MASTER)).toBe('Exports users, sees full symptom titles');
    expect(ofAuthority('CALLBACK_READ', '自己写的')).toBe('自己写的');
    expect(ofAuthority('CALLBACK_READ', null)).toBeNull();
  });

  it('stay as they are stored in the language of the documents', () => {
    const { ofRole, ofAuthority } = wordsIn('zh-CN');
    expect(ofRole(zh.role.lite.name)).toBe(zh.role.lite.name);
    expect(ofAuthority('CALLBACK_READ', 'CALLBACK 查看')).toBe('CALLBACK 查看');
  });
});
