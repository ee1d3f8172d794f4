'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { useAuthorityWords } from '@/components/kit/ui/use-authority-words';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { authorityRank } from '@/lib/platform/contract/authority-groups';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { explainUserAccess } from '@/lib/features/users/contract';
import { type UserAccess, type UserRow } from '@/lib/features/users/account-contract';
import { MAPPING_TYPE, isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import styles from './user-dialogs.module.css';

/** By subject, as in every list of authorities. */
const inOrder = (held: UserAccess['authorities']) =>
  [...held].sort((one, other) => authorityRank(one.authority) - authorityRank(other.authority));

type AccessUnit = NonNullable<UserAccess['equipment']>;

/** "Why may this user see this?": authority by role, rows by mapping, and the answer for one unit. */
export function WhyDialog({
  user,
  onClose,
}: {
  readonly user: Pick<UserRow, 'username' | 'nickName'>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('userList.why');
  const { nameOf } = useAuthorityWords();
  const { ofAuthority, ofRole } = useSeedWords();
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const id = useId();
  const { data, error, isLoading, mutate } = useSms(explainUserAccess, { username: user.username });
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('title', { name: user.nickName })}</DialogTitle>
      <DialogContent>
        {error ? (
          <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />
        ) : !data ? (
          <LoadingState />
        ) : (
          <>
            {!data.isEnabled && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {t('disabled')}
              </Alert>
            )}
            <UnitQuestion access={data} />
            <section className={styles.section} aria-label={t('data')}>
              <h3 className={styles.heading}>{t('data')}</h3>
              {isHeadOffice(data) ? (
                <p className={styles.hint}>{t('headOffice')}</p>
              ) : data.mappings.length === 0 ? (
                <p className={styles.hint}>{t('noMappings')}</p>
              ) : (
                <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('data')}>
                  <ul className={styles.list}>
                    {data.mappings.map(({ type, id: key, name, equipmentTotal }) => (
                      <li key={`${type}:${key}`} className={styles.line}>
                        <span>
                          {t(type === MAPPING_TYPE.project ? 'project' : 'branch')} · {name}
                        </span>
                        <span>{t('units', { count: equipmentTotal })}</span>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </section>
            <section className={styles.section} aria-label={t('authorities')}>
              <h3 className={styles.heading}>{t('authorities')}</h3>
              <p className={styles.hint}>{t(data.authorities.length === 0 ? 'noAuthorities' : 'authoritiesHint')}</p>
              {data.authorities.length > 0 && (
                <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('authorities')}>
                  <ul className={styles.list}>
                    {inOrder(data.authorities).map(({ authority, description, roles }) => (
                      <li key={authority} className={styles.line}>
                        <span title={ofAuthority(authority, description) ?? undefined}>
                          {nameOf(authority) ?? description} <code className={styles.code}>{authority}</code>
                        </span>
                        <span>{roles.map(ofRole).join(' · ')}</span>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </section>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function UnitQuestion({ access }: { readonly access: UserAccess }) {
  const t = useTranslations('userList.why');
  const failureText = useFailureText();
  const [equipmentNo, setEquipmentNo] = useState('');
  const [unit, setUnit] = useState<AccessUnit>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    setIsBusy(true);
    setUnit(undefined);
    try {
      const answer = await callSms(explainUserAccess, { username: access.username, equipmentNo: equipmentNo.trim() });
      setUnit(answer.equipment ?? undefined);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section className={styles.section} aria-label={t('ask')}>
      <h3 className={styles.heading}>{t('ask')}</h3>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <TextField
          label={t('equipmentNo')}
          value={equipmentNo}
          onChange={(event) => setEquipmentNo(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
        />
        <Button type="submit" loading={isBusy} disabled={equipmentNo.trim() === ''}>
          {t('check')}
        </Button>
      </form>
      {unit && (
        <div className={styles.answer} role="status">
          <StatusPill status={unit.isVisible ? 'normal' : 'offline'} look="plain">
            {t(unit.isVisible ? 'visible' : 'hidden', { name: unit.equipmentName || unit.equipmentNo })}
          </StatusPill>
          <ul className={styles.list}>
            {isHeadOffice(access) ? (
              <li>{t('byHeadOffice')}</li>
            ) : unit.by.length === 0 ? (
              <li>{t('byNothing')}</li>
            ) : (
              unit.by.map(({ type, id, name }) => (
                <li key={`${type}:${id}`}>{t(type === MAPPING_TYPE.project ? 'byProject' : 'byBranch', { name })}</li>
              ))
            )}
          </ul>
        </div>
      )}
    </section>
  );
}
