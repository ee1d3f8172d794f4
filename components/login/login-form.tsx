'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormPasswordField } from '@/components/form/password-field';
import { FormTextField } from '@/components/form/text-field';
import { ErrorIcon, LockIcon } from '@/components/ui/icons';
import { routeOf } from '@/lib/routes';
import { AccountChooser } from './account-chooser';
import { useSignIn, type Credentials } from './use-sign-in';
import styles from './login-form.module.css';

/** Sign-in with account or phone number and password (doc1 §2, §4). */
export function LoginForm({ wantedPath, onLeave }: { readonly wantedPath?: string; readonly onLeave?: (href: string) => void }) {
  const t = useTranslations('login');
  const form = useForm<Credentials>({ defaultValues: { username: '', password: '' } });
  const { step, isPending, submit, choose, restart, fail } = useSignIn(wantedPath, onLeave);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const isLocked = isPending || step.kind === 'leaving';
  const error = step.kind === 'form' ? step.error : undefined;

  const onSubmit = form.handleSubmit(async (values) => {
    const username = values.username.trim();
    const missing = username === '' ? 'username' : values.password === '' ? 'password' : undefined;
    if (missing) {
      fail(t('required'));
      form.setFocus(missing);
      return;
    }
    await submit({ username, password: values.password });
  });

  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate aria-label={t('title')}>
        <fieldset className={styles.fields} disabled={isLocked} aria-busy={isLocked}>
          <FormTextField<Credentials>
            name="username" label={t('account')} autoComplete="username" autoFocus size="medium"
            slotProps={{ htmlInput: { autoCapitalize: 'off', spellCheck: false, 'aria-describedby': error ? 'login-message' : undefined } }}
          />
          <FormPasswordField<Credentials>
            name="password" label={t('password')} autoComplete="current-password" size="medium"
            helperText={isCapsLock ? t('capsLock') : undefined}
            onKeyUp={(event) => setIsCapsLock(event.getModifierState('CapsLock'))}
            slotProps={{ htmlInput: { 'aria-describedby': error ? 'login-message' : undefined } }}
          />
          {/* Always in the page, so that what appears in it is read out. */}
          <div className={styles.messages} id="login-message" role="alert">
            {error && <p className={styles.error}><ErrorIcon size={18} />{error}</p>}
            {step.kind === 'reset' && (
              <p className={styles.notice}>
                <LockIcon size={18} />
                <span>{step.message}{!routeOf('resetPsw4Login').isBuilt && <span className={styles.hint}>{t('resetHint')}</span>}</span>
              </p>
            )}
          </div>
          <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={isLocked} loadingPosition="start" startIcon={isLocked ? <span /> : undefined}>
            {t(isLocked ? 'pending' : 'submit')}
          </Button>
        </fieldset>
        <p className={styles.help}>{t('help')}</p>
      </form>
      <AccountChooser
        users={step.kind === 'select' ? step.users : undefined} error={step.kind === 'select' ? step.error : undefined}
        isPending={isPending} onChoose={(username) => void choose(username)} onClose={restart}
      />
    </FormProvider>
  );
}
