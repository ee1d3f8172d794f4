import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ScreenPage } from '@/components/screens/player/screen-page';
import { playerTexts } from '@/lib/features/screens/player-texts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('screen'), robots: { index: false, follow: false } };
}

/** What a screen in a car or at a landing shows, without account and cookie: its key is its own (api.md §2.26). */
export default function Screen() {
  return <ScreenPage texts={playerTexts()} />;
}
