'use client';

import { useCallback, useEffect, useState } from 'react';

/**
 * Full screen of the whole document, with a wall laid over the portal. Menus and messages are at the end of the
 * document and so stay visible. Without full-screen support a wall still fills the window.
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
    // The browser refuses without a click or by policy: the wall fills the window only.
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, [isFull]);
  return { isFull, toggle };
}
