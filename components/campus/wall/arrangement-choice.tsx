'use client';

import { useTranslations } from 'next-intl';
import { ChoiceMenu } from '@/components/kit/ui/choice-menu';
import { GroupIcon } from '@/components/kit/ui/icons';
import { Segmented } from '@/components/kit/ui/segmented';
import { WALL_GROUPINGS, WALL_ORDERS } from '@/lib/features/campus/value-sets';
import type { Arrangement } from './use-arrangement';
import styles from './wall-header.module.css';

/** The order of the controls: groups before one grid, worst first before place. */
const GROUPS = [...WALL_GROUPINGS].reverse();
const ORDERS = [...WALL_ORDERS].reverse();

/** Groups or one grid, worst first or by place (readings 146). When the head is narrow, one menu offers all four. */
export function ArrangementChoice({ arrangement: { group, order, arrange } }: { readonly arrangement: Arrangement }) {
  const t = useTranslations('campus.arrangement');
  const both = GROUPS.flatMap((one) => ORDERS.map((other) => [one, other] as const));
  const nameOf = ([one, other]: (typeof both)[number]) => `${one} ${other}`;
  const textOf = ([one, other]: (typeof both)[number]) => t('both', { group: t(one), order: t(other) });
  const label = t('label', { choice: textOf([group, order]) });
  return (
    <>
      <div className={styles.choices}>
        <Segmented
          label={t('group')}
          choices={GROUPS.map((value) => ({ value, text: t(value) }))}
          current={group}
          onChoose={(value) => arrange({ group: value })}
        />
        <Segmented
          label={t('order')}
          choices={ORDERS.map((value) => ({ value, text: t(value) }))}
          current={order}
          onChoose={(value) => arrange({ order: value })}
        />
      </div>
      <span className={styles.folded}>
        <ChoiceMenu
          label={label}
          hint={label}
          icon={<GroupIcon />}
          choices={both.map((pair) => ({ value: nameOf(pair), text: textOf(pair) }))}
          current={nameOf([group, order])}
          onChoose={(value) => {
            const chosen = both.find((pair) => nameOf(pair) === value);
            if (chosen) arrange({ group: chosen[0], order: chosen[1] });
          }}
        />
      </span>
    </>
  );
}
