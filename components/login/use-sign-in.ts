'use client';

import { useEffect, useState } from 'react';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getUserProfile } from '@/lib/features/account/contract';
import { safeReturnPath } from '@/lib/platform/auth/pages/return-path';
import { listProjectsByUser } from '@/lib/features/projects/look-up-contract';
import { landingHref } from '@/lib/menu';
import { hrefOf } from '@/lib/routes';
import { signIn, signInVerify } from '@/lib/features/session/contract';
import type { SignInInput } from '@/lib/features/session/contract';
import { callSms, SmsError } from '@/lib/platform/client/client';
import { keepProjects, keptProjects, tellFocus } from '@/lib/platform/focus/focus';
import { mutateSms } from '@/lib/platform/client/hooks';
import { rememberResetPhone } from './reset-phone';
import { outcomeOf, type SelectableUser, type Verification } from './sign-in-outcome';

/** The forced reset follows its message after 3 seconds (doc1 §4). */
const RESET_DELAY_MS = 3000;

type SignInStep =
  | { readonly kind: 'form'; readonly error?: string }
  | {
      readonly kind: 'select';
      readonly users: readonly SelectableUser[];
      readonly input: SignInInput;
      readonly error?: string;
    }
  | ({ readonly kind: 'verify'; readonly error?: string } & Verification)
  | { readonly kind: 'reset'; readonly username: string; readonly phone: string | null; readonly message: string }
  | { readonly kind: 'leaving' };

export const leavePage = (href: string) => window.location.assign(href);

/**
 * The project list of the account that signed in (doc1 §4). Stored focus projects that the user lost stop narrowing
 * before the first page is rendered; that page's check removes them and says so. Another back end may expect this read
 * after every sign-in, so it is also made without stored projects.
 */
async function readProjects(username: string): Promise<void> {
  const kept = keptProjects(username);
  const { records } = await callSms(listProjectsByUser, {
    projectIds: kept.map(({ projectId }) => projectId),
    pageSize: Math.max(kept.length, 1),
  });
  const current = new Set(records.map(({ projectId }) => projectId));
  if (kept.length > 0)
    keepProjects(
      username,
      kept.map((project) => (current.has(project.projectId) ? project : { ...project, checked: false })),
    );
}

/**
 * Loads profile, authorities and project list (doc1 §4), then opens the wanted page, or the landing page of the user's
 * rights (doc1 §2).
 */
export async function land(wantedPath: string | undefined, go: (href: string) => void): Promise<void> {
  const wanted = safeReturnPath(wantedPath ?? null);
  let target = wanted ?? hrefOf('home');
  try {
    const { user, userType, authority } = await callSms(getUserProfile, {});
    target = wanted ?? landingHref({ userType, authorities: new Set(authority) });
    await readProjects(user.username);
  } catch {
    // The sign-in succeeded anyway; the next page loads what it needs.
  }
  go(target);
}

/** The whole sign-in: call, challenges, landing. `go` leaves the page; tests pass their own. */
export function useSignIn(wantedPath: string | undefined, go: (href: string) => void = leavePage) {
  const failureText = useFailureText();
  const [step, setStep] = useState<SignInStep>({ kind: 'form' });
  const [isPending, setIsPending] = useState(false);

  useEffect(() => {
    if (step.kind !== 'reset') return undefined;
    rememberResetPhone(step.username, step.phone);
    const timer = setTimeout(
      () => go(hrefOf('resetPsw4Login', { from: step.phone ? 'sms' : 'password', username: step.username })),
      RESET_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [step, go]);

  const follow = async (data: unknown, message: string, wanted = wantedPath, input?: SignInInput) => {
    const outcome = outcomeOf(data);
    if (outcome.kind === 'select' && input) setStep({ kind: 'select', users: outcome.users, input });
    else if (outcome.kind === 'reset') setStep({ ...outcome, message });
    else if (outcome.kind === 'verify') setStep(outcome);
    else {
      setStep({ kind: 'leaving' });
      tellFocus();
      await land(wanted, go);
    }
  };

  /**
   * Runs one call of the sign-in family.
   * @param options input: what the account chooser repeats; wantedOf: the page to open next, when the answer names one
   * @returns true when the server answered with tokens or a further step
   */
  const run = async <T>(
    call: () => Promise<T>,
    { input, wantedOf }: { input?: SignInInput; wantedOf?: (data: T) => string | undefined } = {},
  ): Promise<boolean> => {
    setIsPending(true);
    try {
      const data = await call();
      await follow(data, '', wantedOf ? wantedOf(data) : wantedPath, input);
      return true;
    } catch (failure) {
      const isChallenge =
        failure instanceof SmsError && failure.code === 511 && outcomeOf(failure.data).kind !== 'signedIn';
      if (isChallenge) {
        await follow(failure.data, failure.message, wantedPath, input);
        return true;
      }
      const error = failureText(failure);
      setStep((current) =>
        current.kind === 'select' || current.kind === 'verify' ? { ...current, error } : { kind: 'form', error },
      );
      return false;
    } finally {
      setIsPending(false);
    }
  };

  const submit = (input: SignInInput) => run(() => mutateSms(signIn, input), { input });
  return {
    step,
    isPending,
    run,
    submit,
    choose: (username: string) =>
      step.kind === 'select' ? submit({ ...step.input, username }) : Promise.resolve(false),
    verify: (verifyCode: string) =>
      step.kind === 'verify'
        ? run(() => mutateSms(signInVerify, { serialNo: step.serialNo, verifyCode }))
        : Promise.resolve(false),
    restart: () => setStep({ kind: 'form' }),
    fail: (error: string) => setStep({ kind: 'form', error }),
  };
}
