import { getTranslations } from 'next-intl/server';
import { Footer } from '@/components/layout/footer';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { ThemeMenu } from '@/components/layout/theme-menu';
import { Mark } from '@/components/ui/mark';
import { Hero } from './hero';
import { LoginForm } from './login-form';
import styles from './login-screen.module.css';

/** The sign-in page: working hoistways on one side, the form on the other. */
export async function LoginScreen({ wantedPath }: { readonly wantedPath?: string }) {
  const t = await getTranslations();
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
              <p className={styles.product}>{t('common.product')}</p>
              <p className={styles.productLine}>{t('common.productLine')}</p>
            </div>
          </div>
          <h1 className={styles.title}>{t('login.title')}</h1>
          <LoginForm wantedPath={wantedPath} />
        </div>
        <footer className={styles.footer}><Footer /></footer>
      </main>
    </div>
  );
}
