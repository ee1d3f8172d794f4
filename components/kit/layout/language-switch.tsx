'use client';

import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { CheckIcon, LanguageIcon } from '@/components/kit/ui/icons';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import { writeCookie } from '@/lib/platform/i18n/browser-cookie';
import { LANGUAGE_COOKIE, LANGUAGES } from '@/lib/platform/i18n/languages';

/** The language switch; userType 1 does not get it (doc1 §1). What has been typed on the page stays. */
export function LanguageSwitch() {
  const t = useTranslations('layout');
  const current = useLocale();
  const router = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const wasOpen = useOnceTrue(anchor !== null);
  return (
    <>
      <ToolButton
        label={t('language')}
        hint={t('language')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <LanguageIcon />
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
          {LANGUAGES.map((language) => (
            <MenuItem
              key={language}
              lang={language}
              role="menuitemradio"
              aria-checked={language === current}
              selected={language === current}
              onClick={() => {
                writeCookie(LANGUAGE_COOKIE, language);
                setAnchor(null);
                router.refresh();
              }}
            >
              <ListItemText>{t(`languageName.${language}`)}</ListItemText>
              {language === current && <CheckIcon size={16} />}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
