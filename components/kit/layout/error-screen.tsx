'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Mark } from '@/components/kit/ui/mark';
import { hrefOf } from '@/lib/routes';
import { ErrorPicture, type ErrorKind } from './error-picture';
import styles from './error-screen.module.css';

interface Props {
  readonly kind: ErrorKind;
  readonly actions?: ReactNode;
  /** Replaces the default sentence, for example when a part of the page could not be loaded. */
  readonly text?: string;
  /** Shown in small print, so that the user can tell it to support. */
  readonly requestId?: string;
  /** `page` stands alone with the mark; `area` fills the content of the layout. */
  readonly place?: 'page' | 'area';
}

/** The four error pages (silent-screens B11). They need no call and use the visitor's language and theme. */
export function ErrorScreen({ kind, actions, text, requestId, place = 'page' }: Props) {
  const t = useTranslations();
  const Frame = place === 'page' ? 'main' : 'section';
  return (
    <div className={styles.screen} data-place={place} data-error={kind}>
      {place === 'page' && (
        <header className={styles.head}>
          <Link className={styles.brand} href={hrefOf('home')}>
            <Mark size={26} />
            <span>{t('common.product')}</span>
          </Link>
        </header>
      )}
      <Frame className={styles.body}>
        <ErrorPicture kind={kind} />
        <div className={styles.words}>
          <h1 className={styles.title}>{text ?? t(`error.${kind}.text`)}</h1>
          <p className={styles.hint}>{t(`error.${kind}.hint`)}</p>
          {actions && <div className={styles.actions}>{actions}</div>}
          {requestId && <p className={styles.request}>{t('common.state.requestId', { id: requestId })}</p>}
        </div>
      </Frame>
    </div>
  );
}
