'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Cover, type CoverTone } from '@/components/kit/ui/cover';
import { LockIcon, SearchOffIcon, WarningIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { hrefOf } from '@/lib/routes';
import type { DetailProblem } from './detail-problem';
import styles from './message-page.module.css';

interface Props {
  /** A stable name for tests and styles. */
  readonly name: string;
  readonly icon: ReactNode;
  readonly tone?: CoverTone;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Beside the link to home. */
  readonly action?: ReactNode;
}

/** A standalone page with only a sentence and the link to home. */
export function MessagePage({ name, icon, tone = 'neutral', title, text, action }: Props) {
  const t = useTranslations('common');
  return (
    <div className={styles.page} data-problem={name}>
      <Link className={styles.brand} href={hrefOf('home')}>
        <Mark size={26} />
        <span>{t('product')}</span>
      </Link>
      <Cover
        place="fill"
        icon={icon}
        tone={tone}
        name={name}
        title={<span className={styles.title}>{title}</span>}
        text={text}
        action={
          <>
            {action}
            <Button component={Link} href={hrefOf('home')}>
              {t('action.home')}
            </Button>
          </>
        }
      />
    </div>
  );
}

const LOOKS: Readonly<Record<DetailProblem, { readonly icon: ReactNode; readonly tone: CoverTone }>> = {
  missing: { icon: <SearchOffIcon size={40} />, tone: 'neutral' },
  notFound: { icon: <SearchOffIcon size={40} />, tone: 'neutral' },
  forbidden: { icon: <LockIcon size={40} />, tone: 'neutral' },
  refused: { icon: <SearchOffIcon size={40} />, tone: 'neutral' },
  failed: { icon: <WarningIcon size={40} />, tone: 'warning' },
};

interface MessageProps {
  readonly kind: DetailProblem;
  /** The server's message. */
  readonly message?: string;
  /** The number that was requested. */
  readonly id?: string;
}

/** The detail page of something that does not exist, that the caller may not see, or that could not be read. */
export function DetailMessage({ kind, message, id = '' }: MessageProps) {
  const t = useTranslations('common');
  return (
    <MessagePage
      name={kind}
      {...LOOKS[kind]}
      title={(kind === 'forbidden' || kind === 'refused') && message ? message : t(`detail.${kind}.title`)}
      text={t(`detail.${kind}.text`, { id })}
      action={
        kind === 'failed' && (
          <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  );
}
