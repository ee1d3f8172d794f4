import { translateServer } from '@/lib/platform/i18n/server-messages';
import { PLAYER_TEXT_KEYS, type PlayerTexts } from './player/texts';

/** The words of a screen in both languages, which it says at once: nobody chooses a language in a car. */
export const playerTexts = (): PlayerTexts =>
  Object.fromEntries(
    PLAYER_TEXT_KEYS.map((key) => [
      key,
      { zh: translateServer('zh-CN', 'screenTexts', key), en: translateServer('en', 'screenTexts', key) },
    ]),
  ) as PlayerTexts;
