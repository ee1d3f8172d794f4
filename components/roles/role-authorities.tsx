'use client';

import { useMemo } from 'react';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useAuthorityWords } from '@/components/kit/ui/use-authority-words';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listAuthoritiesByRole, type AuthorityRow } from '@/lib/features/authorities/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { authorityRank } from '@/lib/platform/contract/authority-groups';
import styles from './role-authorities.module.css';

/** The authorities of a role below its row, by subject, each with name, key and description. */
export function RoleAuthorities({ role }: { readonly role: string }) {
  const failureText = useFailureText();
  const { nameOf, groupOf } = useAuthorityWords();
  const { ofAuthority } = useSeedWords();
  const { data, error, mutate, isValidating } = useSms(listAuthoritiesByRole, { role });
  const groups = useMemo(() => {
    const found = new Map<string, AuthorityRow[]>();
    for (const row of [...(data ?? [])].sort((a, b) => authorityRank(a.authority) - authorityRank(b.authority))) {
      const group = groupOf(row.authority);
      found.set(group, [...(found.get(group) ?? []), row]);
    }
    return [...found];
  }, [data, groupOf]);
  if (error)
    return <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />;
  if (!data) return <LoadingState size="row" />;
  return groups.map(([group, rows]) => (
    <section key={group} className={styles.group} aria-label={group}>
      <h3 className={styles.heading}>{group}</h3>
      <ul className={styles.authorities}>
        {rows.map(({ authority, description: stored }) => {
          const name = nameOf(authority);
          const description = ofAuthority(authority, stored);
          return (
            <li key={authority}>
              <span>{name ?? authority}</span>
              {name && <span className={styles.faint}>{authority}</span>}
              {description && description !== name && <span className={styles.faint}>{description}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
