'use client';

import { useTranslations } from 'next-intl';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getUserInfo, type UserInfo } from '@/lib/features/account/contract';
import { useSms } from '@/lib/platform/client/hooks';
import styles from './account-panel.module.css';
import { isHeadOffice } from '@/lib/platform/auth/account-types';

/** Who one is here; the current user's information is fetched on the home page (doc1 §2). */
export function AccountPanel({ first }: { readonly first?: UserInfo }) {
  const t = useTranslations();
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(
    getUserInfo,
    {},
    { fallbackData: first, revalidateOnMount: !first },
  );
  return (
    <section className={styles.panel} aria-label={t('home.account.title')}>
      <SectionTitle>{t('home.account.title')}</SectionTitle>
      {data ? (
        <>
          <p className={styles.name}>{data.user.nickName}</p>
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
        </>
      ) : error ? (
        <ErrorState
          title={t('home.account.failed')}
          text={failureText(error)}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}
