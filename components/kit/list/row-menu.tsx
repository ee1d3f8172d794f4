'use client';

import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { MoreIcon, TrashIcon } from '@/components/kit/ui/icons';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import styles from './row-actions.module.css';

interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly onClick?: () => void;
  /** Leads elsewhere, in a new tab. */
  readonly href?: string;
  readonly isDisabled?: boolean;
  /** Destroys something: behind a divider at the end, and in the colour of danger. */
  readonly isDangerous?: boolean;
}

/** The further actions of a row, behind three dots. */
export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly MenuAction[] }) {
  const t = useTranslations('list.row');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useOnceTrue(anchor !== null);
  if (actions.length === 0) return null;
  const safe = actions.filter(({ isDangerous }) => !isDangerous);
  const dangerous = actions.filter(({ isDangerous }) => isDangerous);
  const item = ({ key, label, onClick, href, isDisabled, isDangerous }: MenuAction) => {
    const choose = () => {
      setAnchor(null);
      onClick?.();
    };
    if (href)
      return (
        <MenuItem key={key} component="a" href={href} target="_blank" rel="noopener" onClick={choose}>
          {label}
        </MenuItem>
      );
    return (
      <MenuItem key={key} disabled={isDisabled} className={isDangerous ? styles.danger : undefined} onClick={choose}>
        {isDangerous && <TrashIcon size={16} />}
        {label}
      </MenuItem>
    );
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('moreOf', { name })}
        title={t('more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon size={18} />
      </IconButton>
      {wasOpen && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-label': t('moreOf', { name }), dense: true } }}
        >
          {safe.map(item)}
          {safe.length > 0 && dangerous.length > 0 && <Divider />}
          {dangerous.map(item)}
        </Menu>
      )}
    </>
  );
}
