'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hrefOf } from '@/lib/routes';
import { AccountChooser } from './account-chooser';
import { CodeForm, type CodeValues } from './code-form';
import { PasswordForm, type PasswordValues } from './password-form';
import { useSignIn } from './use-sign-in';
import { VerifyDialog } from './verify-dialog';
import styles from './sign-in-card.module.css';

const MODES = ['password', 'code'] as const;
type SignInMode = (typeof MODES)[number];

/** Half of the turn: neither side of the card is visible. */
const HALF_TURN_MS = 160;

const wantsStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Sign-in with password or SMS code; the card turns over between the two (doc1 §2, §4). */
export function SignInCard({
  wantedPath,
  onLeave,
}: {
  readonly wantedPath?: string;
  readonly onLeave?: (href: string) => void;
}) {
  const t = useTranslations('login');
  const flow = useSignIn(wantedPath, onLeave);
  const passwordForm = useForm<PasswordValues>({ defaultValues: { username: '', password: '' } });
  const codeForm = useForm<CodeValues>({ defaultValues: { phoneNo: '', code: '' } });
  const [mode, setMode] = useState<SignInMode>('password');
  const [turn, setTurn] = useState<'out' | 'in'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { step, isPending } = flow;

  const show = (next: SignInMode) => {
    if (next === mode || isPending || step.kind === 'leaving') return;
    flow.restart();
    clearTimeout(timer.current);
    if (wantsStillness()) {
      setMode(next);
      return;
    }
    setTurn('out');
    timer.current = setTimeout(() => {
      setMode(next);
      setTurn('in');
    }, HALF_TURN_MS);
  };

  const shared = {
    isLocked: isPending || step.kind === 'leaving',
    error: step.kind === 'form' ? step.error : undefined,
    notice: step.kind === 'reset' ? step.message : undefined,
    onFail: flow.fail,
    onSubmit: flow.submit,
  };
  return (
    <>
      <div className={styles.modes} role="tablist" aria-label={t('mode.label')}>
        {MODES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`sign-in-tab-${name}`}
            className={styles.mode}
            aria-selected={mode === name}
            aria-controls="sign-in-face"
            tabIndex={mode === name ? 0 : -1}
            onClick={() => show(name)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              const other = name === 'password' ? 'code' : 'password';
              show(other);
              document.getElementById(`sign-in-tab-${other}`)?.focus();
            }}
          >
            {t(`mode.${name}`)}
          </button>
        ))}
      </div>
      <div className={styles.stage}>
        <div
          className={styles.face}
          id="sign-in-face"
          role="tabpanel"
          aria-labelledby={`sign-in-tab-${mode}`}
          data-turn={turn}
          data-mode={mode}
        >
          {mode === 'password' ? (
            <PasswordForm form={passwordForm} {...shared} />
          ) : (
            <CodeForm form={codeForm} {...shared} />
          )}
        </div>
      </div>
      <p className={styles.help}>
        <Link className={styles.forgot} href={hrefOf('resetPassword')}>
          {t('forgot')}
        </Link>
        <span>{t('help')}</span>
      </p>
      <AccountChooser
        users={step.kind === 'select' ? step.users : undefined}
        error={step.kind === 'select' ? step.error : undefined}
        isPending={isPending}
        onChoose={(username) => void flow.choose(username)}
        onClose={flow.restart}
      />
      {step.kind === 'verify' && (
        <VerifyDialog
          key={step.serialNo}
          verification={step}
          error={step.error}
          isPending={isPending}
          onVerify={flow.verify}
          onClose={flow.restart}
        />
      )}
    </>
  );
}
