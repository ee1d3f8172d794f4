'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { ChevronRightIcon } from '@/components/kit/ui/icons';
import { findRoute } from '@/lib/routes';
import { shellTitleOf, type ShellMenu } from './shell-menu';
import styles from './breadcrumb.module.css';

/** The current menu group and page. */
export function Breadcrumb({ menu }: { readonly menu: ShellMenu }) {
  const t = useTranslations('layout');
  const route = findRoute(usePathname());
  const title = route && shellTitleOf(menu, route.path);
  if (!title) return null;
  return (
    <nav className={styles.trail} aria-label={t('breadcrumb')}>
      <ol className={styles.list}>
        {title.group && (
          <li className={styles.group}>
            {title.group}
            <ChevronRightIcon size={14} />
          </li>
        )}
        <li className={styles.page} aria-current="page">
          {title.label}
        </li>
      </ol>
    </nav>
  );
}
