'use client';

import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { MoreIcon } from '@/components/kit/ui/icons';

interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** The further actions of a row, behind three dots. */
export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly MenuAction[] }) {
  const t = useTranslations('list.row');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
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
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('moreOf', { name }), dense: true } }}
      >
        {actions.map(({ key, label, onClick }) => (
          <MenuItem
            key={key}
            onClick={() => {
              setAnchor(null);
              onClick();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
