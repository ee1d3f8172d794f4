import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { Mark } from '@/components/kit/ui/mark';
import styles from './assignment.module.css';

/** Around a technician's page: the product's name, theme and language, and nothing of the portal. */
export async function AssignmentFrame({ children }: { readonly children: ReactNode }) {
  const t = await getTranslations('common');
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={24} />
          {t('product')}
        </span>
        <span className={styles.tools}>
          <ThemeMenu />
          <LanguageSwitch />
        </span>
      </header>
      {children}
    </div>
  );
}
