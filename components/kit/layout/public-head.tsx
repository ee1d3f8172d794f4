import { getTranslations } from 'next-intl/server';
import { Mark } from '@/components/kit/ui/mark';
import { LanguageSwitch } from './language-switch';
import { ThemeMenu } from './theme-menu';
import styles from './public-head.module.css';

/** The head of a page that opens by link without an account: product name, theme and language only. */
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
