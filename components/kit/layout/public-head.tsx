import { getTranslations } from 'next-intl/server';
import { Mark } from '@/components/kit/ui/mark';
import { LanguageSwitch } from './language-switch';
import { ThemeMenu } from './theme-menu';
import styles from './public-head.module.css';

/** The head of a page that a link opens without an account: the product's name, theme and language, and nothing of the portal. */
export async function PublicHead() {
  const t = await getTranslations('common');
  return (
    <header className={styles.head}>
      <span className={styles.brand}>
        <Mark size={26} />
        {t('product')}
      </span>
      <span className={styles.tools}>
        <ThemeMenu />
        <LanguageSwitch />
      </span>
    </header>
  );
}
