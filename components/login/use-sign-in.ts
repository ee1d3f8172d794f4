'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useFailureText } from '@/components/ui/use-failure-text';
import { getUserProfile } from '@/lib/account/contract';
import { safeReturnPath } from '@/lib/auth/return-path';
import { hrefOf, landingRoute, routeOf } from '@/lib/routes';
import { signIn } from '@/lib/session/contract';
import { callSms, SmsError } from '@/lib/sms/client';
import { mutateSms } from '@/lib/sms/hooks';
import { outcomeOf, type SelectableUser } from './sign-in-outcome';

/** The forced reset follows its message after 3 seconds (doc1 §4). */
const RESET_DELAY_MS = 3000;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

type Step =
  | { readonly kind: 'form'; readonly error?: string }
  | { readonly kind: 'select'; readonly users: readonly SelectableUser[]; readonly password: string; readonly error?: string }
  | { readonly kind: 'reset'; readonly username: string; readonly message: string }
  | { readonly kind: 'leaving' };

/** The sign-in as a whole: call, challenge, landing. `go` leaves the page; tests pass their own. */
export function useSignIn(wantedPath: string | undefined, go: (href: string) => void = (href) => window.location.assign(href)) {
  const t = useTranslations('login');
  const failureText = useFailureText();
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const [isPending, setIsPending] = useState(false);

  useEffect(() => {
    if (step.kind !== 'reset' || !routeOf('resetPsw4Login').isBuilt) return undefined;
    const timer = setTimeout(() => go(hrefOf('resetPsw4Login', { from: 'sms', username: step.username })), RESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [step, go]);

  const land = async () => {
    setStep({ kind: 'leaving' });
    const wanted = safeReturnPath(wantedPath ?? null);
    if (wanted) return go(wanted);
    try {
      const { userType, authority } = await callSms(getUserProfile, {});
      const landing = landingRoute({ userType, authorities: new Set(authority) });
      go(landing.isBuilt ? landing.path : hrefOf('home'));
    } catch {
      // Signed in all the same; home loads what it needs by itself.
      go(hrefOf('home'));
    }
  };

  const follow = async (data: unknown, message: string, password: string) => {
    const outcome = outcomeOf(data);
    if (outcome.kind === 'select') setStep({ kind: 'select', users: outcome.users, password });
    else if (outcome.kind === 'reset') setStep({ kind: 'reset', username: outcome.username, message });
    else if (outcome.kind === 'verify') setStep({ kind: 'form', error: t('verificationUnavailable') });
    else await land();
  };

  const submit = async ({ username, password }: Credentials) => {
    setIsPending(true);
    try {
      await follow(await mutateSms(signIn, { type: 'password', username, password }), '', password);
    } catch (error) {
      const isChallenge = error instanceof SmsError && error.code === 511 && outcomeOf(error.data).kind !== 'signedIn';
      if (isChallenge) await follow(error.data, error.message, password);
      else setStep((current) => (current.kind === 'select' ? { ...current, error: failureText(error) } : { kind: 'form', error: failureText(error) }));
    } finally {
      setIsPending(false);
    }
  };

  return {
    step,
    isPending,
    submit,
    choose: (username: string) => (step.kind === 'select' ? submit({ username, password: step.password }) : Promise.resolve()),
    restart: () => setStep({ kind: 'form' }),
    fail: (error: string) => setStep({ kind: 'form', error }),
  };
}
