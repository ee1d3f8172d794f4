'use client';

import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ChevronDownIcon } from '@/components/kit/ui/icons';

export const REPORT_WAYS = ['preview', 'download', 'mail'] as const;
export type ReportWay = (typeof REPORT_WAYS)[number];

interface Props {
  readonly isLoading: boolean;
  readonly onChoose: (way: ReportWay) => void;
}

/** What may be done with the reports that are chosen in a list: preview, download, e-mail. */
export function ReportMenu({ isLoading, onChoose }: Props) {
  const t = useTranslations('report');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        loading={isLoading}
        loadingPosition="end"
        endIcon={<ChevronDownIcon size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('menu')}
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('menu'), dense: true } }}
      >
        {REPORT_WAYS.map((way) => (
          <MenuItem
            key={way}
            onClick={() => {
              setAnchor(null);
              onChoose(way);
            }}
          >
            {t(way)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
