'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState } from 'react';
import { ChevronDownIcon, HomeIcon, OpenIcon } from '@/components/kit/ui/icons';
import { FOLDED_GROUPS, hrefOf } from '@/lib/routes';
import { MENU_ICONS } from './menu-icons';
import type { ShellEntry, ShellGroup, ShellMenu } from './shell-menu';
import styles from './sidebar.module.css';

interface Props {
  readonly menu: ShellMenu;
  /** Icons only; choosing a group opens it. */
  readonly isFolded?: boolean;
  readonly onUnfold?: () => void;
}

/** The main menu, built from the route table by the user's rights (doc1 §2). */
export function Sidebar({ menu, isFolded = false, onUnfold }: Props) {
  const t = useTranslations('layout');
  const home = hrefOf('home');
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const menuBox = nav.current;
    bringCurrentIntoSight(menuBox);
    if (!menuBox || typeof ResizeObserver === 'undefined') return undefined;
    // A window that becomes lower, too.
    const observer = new ResizeObserver(() => bringCurrentIntoSight(menuBox));
    observer.observe(menuBox);
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <nav ref={nav} className={styles.nav} data-folded={isFolded || undefined} aria-label={t('menu')}>
      <ul className={styles.list}>
        {menu.hasHome && (
          <Entry entry={{ href: home, label: menu.others[home]?.label ?? '' }} icon={HomeIcon} isFolded={isFolded} />
        )}
        {menu.groups.map(({ group, label, entries }) =>
          FOLDED_GROUPS.includes(group) ? (
            <Group key={group} group={group} label={label} entries={entries} isFolded={isFolded} onUnfold={onUnfold} />
          ) : (
            entries.map((entry) => (
              <Entry key={entry.href} entry={entry} icon={MENU_ICONS[group]} isFolded={isFolded} />
            ))
          ),
        )}
      </ul>
    </nav>
  );
}

/** The menu may be longer than its window: it is scrolled to the entry of the page that is open, unless all of that is in sight. */
function bringCurrentIntoSight(nav: HTMLElement | null) {
  const current = nav?.querySelector('[aria-current]');
  if (!nav || !current) return;
  const window = nav.getBoundingClientRect();
  const entry = current.getBoundingClientRect();
  if (entry.top >= window.top && entry.bottom <= window.bottom) return;
  nav.scrollTop += (entry.top + entry.bottom - window.top - window.bottom) / 2;
}

function Group({
  group,
  label,
  entries,
  isFolded,
  onUnfold,
}: ShellGroup & { isFolded: boolean; onUnfold?: () => void }) {
  const pathname = usePathname();
  const holdsCurrent = entries.some(({ href }) => href === pathname);
  const [isOpen, setIsOpen] = useState(true);
  const id = useId();
  const Icon = MENU_ICONS[group];
  const isShown = isOpen && !isFolded;
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        data-within={(holdsCurrent && !isShown) || undefined}
        aria-expanded={isShown}
        aria-controls={id}
        aria-label={label}
        data-hint={isFolded ? label : undefined}
        data-hint-at={isFolded ? 'right' : undefined}
        onClick={() => {
          if (isFolded) {
            setIsOpen(true);
            onUnfold?.();
          } else setIsOpen(!isOpen);
        }}
      >
        <Icon />
        <span className={styles.label}>{label}</span>
        <ChevronDownIcon size={16} className={styles.chevron} />
      </button>
      <ul className={styles.sub} id={id} hidden={!isShown}>
        {entries.map((entry) => (
          <Entry key={entry.href} entry={entry} isFolded={false} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ entry, icon: Icon, isFolded }: { entry: ShellEntry; icon?: typeof HomeIcon; isFolded: boolean }) {
  const t = useTranslations('layout');
  const isCurrent = usePathname() === entry.href;
  const router = useRouter();
  const { label } = entry;
  // Prefetch on hover only: prefetching every visible link would send twenty requests with each page.
  const comeNear = entry.opensNewTab ? undefined : () => router.prefetch(entry.href);
  return (
    <li>
      <Link
        className={styles.entry}
        href={entry.href}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={isFolded ? label : undefined}
        data-hint={isFolded ? label : undefined}
        data-hint-at={isFolded ? 'right' : undefined}
        prefetch={false}
        onPointerEnter={comeNear}
        onFocus={comeNear}
        {...(entry.opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      >
        {Icon && <Icon />}
        <span className={styles.label}>{label}</span>
        {entry.opensNewTab && (
          <OpenIcon size={14} className={styles.newTab} aria-hidden={undefined} aria-label={t('newTab')} role="img" />
        )}
      </Link>
    </li>
  );
}
