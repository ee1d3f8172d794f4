/**
 * The focus projects of this browser (api.md §1.5): comma-joined project ids in local storage, sent as the header
 * `projectId`. Lists depend on them, so they are also part of the key of every cached read.
 */

const STORAGE_KEY = 'focusProjects';
/** Dispatched on `window` when this tab changed the focus; other tabs get the browser's `storage` event. */
const FOCUS_EVENT = 'sms:focus';

/** Ids of the header, or null without a focus. */
export function focusProjects(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY) || null;
  } catch {
    return null;
  }
}

/** Chooses the focus projects; none ends the narrowing. Every list on the page reads anew. */
export function setFocusProjects(projectIds: readonly string[]): void {
  try {
    if (projectIds.length > 0) localStorage.setItem(STORAGE_KEY, projectIds.join(','));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage may be switched off: there is no focus then.
  }
  window.dispatchEvent(new Event(FOCUS_EVENT));
}

/** For `useSyncExternalStore`. */
export function subscribeFocus(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener();
  };
  window.addEventListener(FOCUS_EVENT, listener);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(FOCUS_EVENT, listener);
    window.removeEventListener('storage', onStorage);
  };
}
