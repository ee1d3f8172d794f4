'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ChevronDownIcon } from '@/components/kit/ui/icons';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { PropertyList } from '@/components/kit/ui/property-list';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getUserInfo, type UserInfo } from '@/lib/features/account/contract';
import { useSms } from '@/lib/platform/client/hooks';
import styles from './account-panel.module.css';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { useOpen } from './use-open';

/** The current user's information, folded until opened. The home page fetches it (doc1 §2). */
export function AccountPanel({ first }: { readonly first?: UserInfo }) {
  const t = useTranslations('home.account');
  const id = useId();
  const [isOpen, setIsOpen] = useOpen('home.account');
  const answer = useSms(getUserInfo, {}, { fallbackData: first, revalidateOnMount: !first });
  return (
    <section className={styles.panel} aria-label={t('title')}>
      <h2 className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDownIcon size={16} />
          {t('title')}
          {answer.data && <span className={styles.who}>{answer.data.user.nickName}</span>}
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        <Account answer={answer} />
      </div>
    </section>
  );
}

interface Answer {
  readonly data: UserInfo | undefined;
  readonly error: unknown;
  readonly isValidating: boolean;
  readonly mutate: () => unknown;
}

function Account({ answer: { data, error, isValidating, mutate } }: { readonly answer: Answer }) {
  const t = useTranslations();
  const failureText = useFailureText();
  if (!data)
    return error ? (
      <ErrorState
        title={t('home.account.failed')}
        text={failureText(error)}
        onRetry={() => void mutate()}
        isRetrying={isValidating}
      />
    ) : (
      <LoadingState />
    );
  return (
    <div className={styles.body}>
      <p className={styles.role}>{t(`layout.userType.${data.userType}`)}</p>
      <PropertyList
        items={[
          { key: 'username', label: t('home.account.username'), value: data.user.username },
          {
            key: 'branch',
            label: t('home.account.branch'),
            value: data.user.branchName || (isHeadOffice(data) ? t('layout.noBranch') : null),
          },
          { key: 'phone', label: t('home.account.phone'), value: data.user.phone },
          {
            key: 'rights',
            label: t('home.account.rights'),
            value: t('home.account.rightsCount', { count: data.authority.length }),
          },
        ]}
      />
    </div>
  );
}
