'use client';

import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { ThemeName } from '@/components/kit/theme/theme-names';
import { useThemeName } from '@/components/kit/theme/theme-provider';
import { CheckIcon, MoonIcon, ScreenIcon, SunIcon } from '@/components/kit/ui/icons';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';

const ICONS: Readonly<Record<ThemeName, typeof SunIcon>> = {
  dayTheme: SunIcon,
  nightTheme: MoonIcon,
  blueTheme: ScreenIcon,
};

/** The switch of the three themes (doc1 §1). Self-contained: any page may place it. */
export function ThemeMenu() {
  const t = useTranslations('layout');
  const { theme, themes, setTheme } = useThemeName();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const wasOpen = useOnceTrue(anchor !== null);
  const Icon = ICONS[theme];
  return (
    <>
      <ToolButton
        label={`${t('theme')}: ${t(`themeName.${theme}`)}`}
        hint={t('theme')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon />
      </ToolButton>
      {wasOpen && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {themes.map((name) => {
            const ItemIcon = ICONS[name];
            return (
              <MenuItem
                key={name}
                role="menuitemradio"
                aria-checked={name === theme}
                selected={name === theme}
                onClick={() => {
                  setTheme(name);
                  setAnchor(null);
                }}
              >
                <ItemIcon size={18} />
                <ListItemText>{t(`themeName.${name}`)}</ListItemText>
                {name === theme && <CheckIcon size={16} />}
              </MenuItem>
            );
          })}
        </Menu>
      )}
    </>
  );
}
