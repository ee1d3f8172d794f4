'use client';

import { useTranslations } from 'next-intl';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { EMPTY, faultsOf, valuesOf, type UserFormValues, type UserFormVariant } from './user-form';
import type { UserDetail } from '@/lib/features/users/account-contract';

interface Options {
  readonly variant: UserFormVariant;
  readonly detail: UserDetail | undefined;
  /** The first values of a new form. */
  readonly initial?: Partial<UserFormValues>;
  readonly isPartial?: boolean;
}

/** `{ 'user.phone': error }` as react-hook-form nests it. */
function nested(flat: readonly (readonly [string, string])[]): FieldErrors<UserFormValues> {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of flat) {
    const [first = '', second] = path.split('.');
    const error = { type: 'rule', message };
    errors[first] = second === undefined ? error : { ...(errors[first] as object | undefined), [second]: error };
  }
  return errors as FieldErrors<UserFormValues>;
}

/** The form of a user dialog; its rules are `faultsOf`. */
export function useUserForm({ variant, detail, initial, isPartial }: Options) {
  const t = useTranslations('userList');
  const resolver: Resolver<UserFormValues> = (values) => {
    const faults = Object.entries(faultsOf(values, { variant, isNew: !detail, isPartial })).map(
      ([path, key]) => [path, t(key)] as const,
    );
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: nested(faults) };
  };
  return useForm<UserFormValues>({ resolver, defaultValues: detail ? valuesOf(detail) : { ...EMPTY, ...initial } });
}
