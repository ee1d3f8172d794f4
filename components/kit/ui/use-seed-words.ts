'use client';

import { useLocale } from 'next-intl';
import { useCallback } from 'react';
import en from '@/messages/en/seed.json';
import zh from '@/messages/zh-CN/seed.json';

/** Stored name or description of a standard role → the same in English. */
const ENGLISH_ROLES: ReadonlyMap<string, string> = new Map(
  (Object.keys(zh.role) as (keyof typeof zh.role)[]).flatMap((key): [string, string][] => [
    [zh.role[key].name, en.role[key].name],
    [zh.role[key].description, en.role[key].description],
  ]),
);

type Describe = (words: Readonly<Record<string, string>>, authority: string) => string | undefined;
const describe: Describe = (words, authority) => {
  const [, base = '', ending] = /^(.*)_(READ|WRITE)$/.exec(authority) ?? [];
  return (ending === undefined ? words[authority] : words[ending.toLowerCase()])?.replace('{base}', base);
};

export interface SeedWords {
  /** Name or description of a role, as it is stored. */
  readonly ofRole: (stored: string) => string;
  /** What is stored of an authority's description. */
  readonly ofAuthority: (authority: string, stored: string | null) => string | null;
}

/**
 * The names and descriptions that the portal gave to its standard roles and authorities, in the language of the page. They are
 * stored in the language of the documents; what an administrator wrote stays as it is.
 */
export function useSeedWords(): SeedWords {
  const isEnglish = useLocale() === 'en';
  const ofRole = useCallback(
    (stored: string) => (isEnglish ? (ENGLISH_ROLES.get(stored) ?? stored) : stored),
    [isEnglish],
  );
  const ofAuthority = useCallback(
    (authority: string, stored: string | null) =>
      isEnglish && stored !== null && stored === describe(zh.authority, authority)
        ? (describe(en.authority, authority) ?? stored)
        : stored,
    [isEnglish],
  );
  return { ofRole, ofAuthority };
}
