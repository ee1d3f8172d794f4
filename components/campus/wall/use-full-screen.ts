'use client';

import { useCallback, useEffect, useState } from 'react';

/**
 * Full screen of the whole document, with the wall laid over the portal: menus and messages, which live at the end of the
 * document, stay visible. Where the browser has no full screen the wall still fills the window.
 */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.fullscreenElement) setIsFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    window.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  const toggle = useCallback(() => {
    const next = !isFull;
    setIsFull(next);
    // Refused without a gesture or by policy: the wall fills the window then.
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, [isFull]);
  return { isFull, toggle };
}
