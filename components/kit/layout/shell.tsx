'use client';

import Drawer from '@mui/material/Drawer';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { CloseIcon, MenuIcon, SidebarIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import { writeCookie } from '@/lib/platform/i18n/browser-cookie';
import { hrefOf } from '@/lib/routes';
import { Breadcrumb } from './breadcrumb';
import type { ShellMenu } from './shell-menu';
import { Sidebar } from './sidebar';
import { SIDEBAR_COOKIE } from './sidebar-state';
import styles from './shell.module.css';

interface Props {
  /** Right end of the header. */
  readonly tools: ReactNode;
  readonly menu: ShellMenu;
  /** The stored state. The server knows it, so that nothing jumps. */
  readonly isInitiallyFolded: boolean;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** Header, collapsible sidebar, content and footer; below 900 px the sidebar is a drawer. */
export function Shell({ tools, menu, isInitiallyFolded, footer, children }: Props) {
  const t = useTranslations();
  const pathname = usePathname();
  const [isFolded, setIsFolded] = useState(isInitiallyFolded);
  // The drawer belongs to the page it was opened on: another page closes it without an effect.
  const [drawerOn, setDrawerOn] = useState<string | null>(null);
  const isDrawerOpen = drawerOn === pathname;
  const wasDrawerOpen = useOnceTrue(isDrawerOpen);
  const foldLabel = t(isFolded ? 'layout.expand' : 'layout.collapse');
  const fold = (next: boolean) => {
    setIsFolded(next);
    writeCookie(SIDEBAR_COOKIE, next ? 'folded' : 'open');
  };
  const brand = (
    <Link className={styles.brand} href={hrefOf('home')} aria-label={t('common.product')}>
      <Mark size={26} />
      <span className={styles.brandName}>{t('common.product')}</span>
    </Link>
  );
  return (
    <div className={styles.shell} data-folded={isFolded || undefined}>
      <a className={styles.skip} href="#content">
        {t('layout.skip')}
      </a>
      <aside className={styles.side} aria-label={t('layout.sidebar')}>
        <div className={styles.sideHead}>{brand}</div>
        <Sidebar menu={menu} isFolded={isFolded} onUnfold={() => fold(false)} />
        <div className={styles.sideFoot}>
          <ToolButton
            className={styles.fold}
            label={foldLabel}
            hint={foldLabel}
            hintAt="right"
            aria-pressed={isFolded}
            onClick={() => fold(!isFolded)}
          >
            <SidebarIcon />
          </ToolButton>
        </div>
      </aside>
      <header className={styles.header}>
        <ToolButton
          className={styles.burger}
          label={t('layout.openMenu')}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOn(pathname)}
        >
          <MenuIcon />
        </ToolButton>
        <Breadcrumb menu={menu} />
        <div className={styles.tools}>{tools}</div>
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>{footer}</footer>
      {wasDrawerOpen && (
        <Drawer
          open={isDrawerOpen}
          onClose={() => setDrawerOn(null)}
          slotProps={{ paper: { className: styles.drawer, 'aria-label': t('layout.menu') } }}
        >
          <div className={styles.sideHead}>
            {brand}
            <ToolButton label={t('layout.closeMenu')} onClick={() => setDrawerOn(null)}>
              <CloseIcon />
            </ToolButton>
          </div>
          <Sidebar menu={menu} />
        </Drawer>
      )}
    </div>
  );
}
