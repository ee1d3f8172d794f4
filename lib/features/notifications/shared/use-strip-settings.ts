'use client';

import { useEffect } from 'react';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { getStripSettings, saveStripSettings, type StripSettings } from '../contract';
import { onStripSettings, tellStripSettings } from '../settings-channel';
import { STRIP_DEFAULTS } from '../value-sets';

/**
 * The account's settings of the alarm strip, equal in every tab. `save` shows a change at once; when it fails, it takes
 * it back and throws an SmsError.
 * @param given what the server knew; undefined: ask for it
 */
export function useStripSettings(username: string, given?: StripSettings) {
  const answer = useSms(
    getStripSettings,
    {},
    given === undefined ? {} : { fallbackData: given, revalidateOnMount: false },
  );
  const { data, mutate } = answer;
  useEffect(() => onStripSettings(username, () => void mutate()), [username, mutate]);
  const settings: StripSettings = data ?? given ?? STRIP_DEFAULTS;
  const save = async (change: Partial<StripSettings>): Promise<void> => {
    await mutate({ ...settings, ...change }, { revalidate: false });
    try {
      await callSms(saveStripSettings, change);
      tellStripSettings(username);
    } finally {
      await mutate();
    }
  };
  return { answer, settings, save };
}
