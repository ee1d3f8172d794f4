'use client';

import { useTranslations } from 'next-intl';
import { ChoiceMenu } from '@/components/kit/ui/choice-menu';
import { GridIcon } from '@/components/kit/ui/icons';
import { CAMPUS_SIZES, campusSizeOf } from '@/lib/features/campus/value-sets';
import type { CampusSize } from '@/lib/features/campus/value-sets';
import styles from './wall-header.module.css';

/** How many tiles a page has; kept for the user. */
export function SizeMenu({
  size,
  onChange,
}: {
  readonly size: CampusSize;
  readonly onChange: (size: CampusSize) => Promise<void>;
}) {
  const t = useTranslations('campus.size');
  const label = t('label', { size });
  return (
    <ChoiceMenu
      label={label}
      hint={label}
      icon={
        <span className={styles.size}>
          <GridIcon />
          {size}
        </span>
      }
      choices={CAMPUS_SIZES.map((choice) => ({ value: String(choice), text: t('choice', { size: choice }) }))}
      current={String(size)}
      onChoose={(choice) => void onChange(campusSizeOf(Number(choice)))}
    />
  );
}
