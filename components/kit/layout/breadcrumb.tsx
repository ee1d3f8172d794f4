'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { ChevronRightIcon } from '@/components/kit/ui/icons';
import { FOLDED_GROUPS, findRoute } from '@/lib/routes';
import styles from './breadcrumb.module.css';

/** Where the person is: the menu group and the page, from the table of routes. */
export function Breadcrumb() {
  const t = useTranslations();
  const route = findRoute(usePathname());
  if (!route) return null;
  const group = route.menu && FOLDED_GROUPS.includes(route.menu.group) ? route.menu.group : undefined;
  return (
    <nav className={styles.trail} aria-label={t('layout.breadcrumb')}>
      <ol className={styles.list}>
        {group && (
          <li className={styles.group}>
            {t(`routes.group.${group}`)}
            <ChevronRightIcon size={14} />
          </li>
        )}
        <li className={styles.page} aria-current="page">
          {t(`routes.${route.key}`)}
        </li>
      </ol>
    </nav>
  );
}
