'use client';

import { useMemo, useState, useSyncExternalStore } from 'react';
import { forgetScreen, keepLink, readLink, type ScreenLink } from '@/lib/features/screens/player/kept-screen';
import { THEME_ATTRIBUTE } from '@/components/kit/theme/theme-names';
import type { PlayerTexts } from '@/lib/features/screens/player/texts';
import { LinkForm } from './link-form';
import { LinkedScreen } from './linked-screen';
import { useKeptPage } from './use-kept-page';
import styles from './player.module.css';

type Stage =
  { readonly kind: 'linked'; readonly link: ScreenLink } | { readonly kind: 'unlinked'; readonly endedNo?: string };

const never = () => () => undefined;
const stageOf = (link: ScreenLink | undefined): Stage => (link ? { kind: 'linked', link } : { kind: 'unlinked' });

/** The whole page of a screen: it asks for a code once, and then shows what it hears (silent-screens A9). */
export function ScreenPage({ texts }: { readonly texts: PlayerTexts }) {
  // The server knows nothing of what this browser keeps: it draws nothing.
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const first = useMemo(() => (isBrowser ? stageOf(readLink()) : undefined), [isBrowser]);
  const [later, setLater] = useState<Stage>();
  const stage = later ?? first;
  useKeptPage();
  const linked = (link: ScreenLink) => {
    keepLink(link);
    setLater({ kind: 'linked', link });
  };
  return (
    <main className={styles.screen} {...{ [THEME_ATTRIBUTE]: 'nightTheme' }}>
      {stage?.kind === 'unlinked' && <LinkForm texts={texts} endedNo={stage.endedNo} onLinked={linked} />}
      {stage?.kind === 'linked' && (
        <LinkedScreen
          key={stage.link.key}
          link={stage.link}
          texts={texts}
          onLinked={linked}
          onEnded={() => {
            forgetScreen();
            setLater({ kind: 'unlinked', endedNo: stage.link.screenNo });
          }}
        />
      )}
    </main>
  );
}
