import { useEffect, useRef } from 'react';
import type { ScreenContent } from '@/lib/features/screens/contract';
import { Gong } from '@/lib/features/screens/player/gong';
import type { Picture } from '@/lib/features/screens/player/picture';
import { COMFORT } from '@/lib/features/screens/value-sets';

/** What of the picture wants to be heard. */
const soundOf = (picture: Picture): string | undefined =>
  picture.kind === 'comfort'
    ? COMFORT
    : picture.kind === 'notice' && picture.notice.priority === 'urgent'
      ? picture.notice.noticeId
      : undefined;

/** What may still be shown without being new. */
const isThere = (id: string, { comfort, notices }: ScreenContent) =>
  id === COMFORT ? comfort : notices.some(({ noticeId }) => noticeId === id);

/**
 * Strikes when the text for trapped persons or an urgent notice comes, each once. Of what stands there when the page opens
 * only the text for trapped persons is new. Without a volume it is as loud as the machine.
 */
export function useGong(picture: Picture | undefined, content: ScreenContent | undefined): void {
  const gong = useRef<Gong>(undefined);
  const heard = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!picture || !content) return;
    const isFirst = heard.current === undefined;
    const before = new Set([...(heard.current ?? [])].filter((id) => isThere(id, content)));
    const id = soundOf(picture);
    heard.current = id === undefined ? before : new Set([...before, id]);
    if (id === undefined || before.has(id) || (isFirst && id !== COMFORT)) return;
    gong.current ??= new Gong();
    gong.current.strike(content.volume ?? 100);
  }, [picture, content]);
  useEffect(
    () => () => {
      gong.current?.close();
      gong.current = undefined;
    },
    [],
  );
}
