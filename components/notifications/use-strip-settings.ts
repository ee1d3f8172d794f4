'use client';

import { useEffect } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getStripSettings, saveStripSettings, type StripSettings } from '@/lib/features/notifications/contract';
import { STRIP_DEFAULTS } from '@/lib/features/notifications/value-sets';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { onStripSettings, tellStripSettings } from './settings-news';

/**
 * What the account wants of the alarm strip, the same in every tab; a save that fails goes back and is said.
 * @param given what the server knew; undefined: asked for
 */
export function useStripSettings(username: string, given?: StripSettings) {
  const failureText = useFailureText();
  const answer = useSms(
    getStripSettings,
    {},
    given === undefined ? {} : { fallbackData: given, revalidateOnMount: false },
  );
  const { data, mutate } = answer;
  useEffect(() => onStripSettings(username, () => void mutate()), [username, mutate]);
  const settings: StripSettings = data ?? given ?? STRIP_DEFAULTS;
  const save = async (change: Partial<StripSettings>) => {
    await mutate({ ...settings, ...change }, { revalidate: false });
    try {
      await callSms(saveStripSettings, change);
      tellStripSettings(username);
    } catch (error) {
      toast.error(failureText(error));
    }
    await mutate();
  };
  return { answer, settings, save };
}
