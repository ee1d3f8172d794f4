import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Footer } from '@/components/kit/layout/footer';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { Mark } from '@/components/kit/ui/mark';
import { Hero } from './hero';
import styles from './sign-in-frame.module.css';

/** The frame of the sign-in pages: moving lifts on one side, the card on the other. */
export async function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = await getTranslations('common');
  return (
    <div className={styles.screen}>
      <Hero />
      <main className={styles.panel}>
        <div className={styles.tools}>
          <ThemeMenu />
          <LanguageSwitch />
        </div>
        <div className={styles.body}>
          <div className={styles.brand}>
            <Mark size={44} />
            <div>
              <p className={styles.product}>{t('product')}</p>
              <p className={styles.productLine}>{t('productLine')}</p>
            </div>
          </div>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
        <footer className={styles.footer}>
          <Footer />
        </footer>
      </main>
    </div>
  );
}
