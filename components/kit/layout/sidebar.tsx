'use client';

import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useId, useState } from 'react';
import { ChevronDownIcon, HomeIcon, OpenIcon } from '@/components/kit/ui/icons';
import { type MenuEntry } from '@/lib/menu';
import { FOLDED_GROUPS, hrefOf, type MenuGroup } from '@/lib/routes';
import { MENU_ICONS } from './menu-icons';
import styles from './sidebar.module.css';

export interface SidebarGroup {
  readonly group: MenuGroup;
  readonly entries: readonly MenuEntry[];
}

interface Props {
  readonly groups: readonly SidebarGroup[];
  readonly hasHome: boolean;
  /** Icons only; a group then opens when it is chosen. */
  readonly isFolded?: boolean;
  readonly onUnfold?: () => void;
}

/** The main menu, built from the table of routes by permission (doc1 §2). */
export function Sidebar({ groups, hasHome, isFolded = false, onUnfold }: Props) {
  const t = useTranslations();
  return (
    <nav className={styles.nav} data-folded={isFolded || undefined} aria-label={t('layout.menu')}>
      <ul className={styles.list}>
        {hasHome && (
          <Entry
            entry={{ key: 'home', href: hrefOf('home'), opensNewTab: false }}
            icon={HomeIcon}
            isFolded={isFolded}
          />
        )}
        {groups.map(({ group, entries }) =>
          FOLDED_GROUPS.includes(group) ? (
            <Group key={group} group={group} entries={entries} isFolded={isFolded} onUnfold={onUnfold} />
          ) : (
            entries.map((entry) => <Entry key={entry.key} entry={entry} icon={MENU_ICONS[group]} isFolded={isFolded} />)
          ),
        )}
      </ul>
    </nav>
  );
}

function Group({ group, entries, isFolded, onUnfold }: SidebarGroup & { isFolded: boolean; onUnfold?: () => void }) {
  const t = useTranslations('routes');
  const pathname = usePathname();
  const holdsCurrent = entries.some(({ href }) => href === pathname);
  const [isOpen, setIsOpen] = useState(true);
  const id = useId();
  const Icon = MENU_ICONS[group];
  const isShown = isOpen && !isFolded;
  const label = t(`group.${group}`);
  return (
    <li>
      <Tooltip title={isFolded ? label : ''} placement="right">
        <button
          type="button"
          className={styles.entry}
          data-within={(holdsCurrent && !isShown) || undefined}
          aria-expanded={isShown}
          aria-controls={id}
          aria-label={label}
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
      </Tooltip>
      <ul className={styles.sub} id={id} hidden={!isShown}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} isFolded={false} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ entry, icon: Icon, isFolded }: { entry: MenuEntry; icon?: typeof HomeIcon; isFolded: boolean }) {
  const t = useTranslations();
  const isCurrent = usePathname() === entry.href;
  const label = t(`routes.${entry.key}`);
  return (
    <li>
      <Tooltip title={isFolded ? label : ''} placement="right">
        <Link
          className={styles.entry}
          href={entry.href}
          aria-current={isCurrent ? 'page' : undefined}
          aria-label={isFolded ? label : undefined}
          {...(entry.opensNewTab ? { target: '_blank', rel: 'noopener', prefetch: false } : {})}
        >
          {Icon && <Icon />}
          <span className={styles.label}>{label}</span>
          {entry.opensNewTab && (
            <OpenIcon
              size={14}
              className={styles.newTab}
              aria-hidden={undefined}
              aria-label={t('layout.newTab')}
              role="img"
            />
          )}
        </Link>
      </Tooltip>
    </li>
  );
}
