import { z } from 'zod';
import { writeCookie } from '@/lib/platform/i18n/browser-cookie';
import { focusCookieName, writeHint } from './focus-hint';

/**
 * The focus projects of this browser (doc1 §3, §4; api.md §1.5): a collected list and a focus list per user, stored for
 * the last ten users. The ids of the focus list are sent as the header `projectId` with every call. Lists depend on
 * them, so they are part of the key of every cached read.
 */

export const FocusProject = z.object({
  projectId: z.string().min(1).max(40),
  projectName: z.string(),
  /** Number of its units. */
  count: z.number(),
  branchName: z.string(),
  address: z.string().nullable(),
  /** Is it among the focus projects? */
  checked: z.boolean(),
});
export type FocusProject = z.infer<typeof FocusProject>;

const FocusEntry = z.object({ username: z.string(), collected: z.array(FocusProject), focus: z.array(z.string()) });
type FocusEntry = z.infer<typeof FocusEntry>;

export interface FocusLists {
  /** Projects that the user collected to choose from. */
  readonly collected: readonly FocusProject[];
  /** Ids of those that narrow the lists. */
  readonly focus: readonly string[];
}

/** The server refuses more ids than this (api.md §1.5). */
export const MAX_FOCUS_PROJECTS = 300;
const MAX_USERS = 10;
const STORAGE_KEY = 'focusProjects';
/** Dispatched on `window` when this tab changed the focus; other tabs get the browser's `storage` event. */
const FOCUS_EVENT = 'sms:focus';
/** Name of the `<meta>` that says whose lists apply; pages of users without focus have none. */
export const FOCUS_OWNER_META = 'focus-owner';
const NOTHING: FocusLists = { collected: [], focus: [] };

/** The user whose lists apply on this page; null for a visitor and for 'admin' (readings 15). */
function focusOwner(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${FOCUS_OWNER_META}"]`)?.content || null;
}

let parsed: { text: string | null; entries: readonly FocusEntry[] } = { text: null, entries: [] };

/** The stored lists, the last changed user first. What cannot be read counts as empty. */
function readEntries(): readonly FocusEntry[] {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    if (text !== parsed.text)
      parsed = { text, entries: text === null ? [] : z.array(FocusEntry).catch([]).parse(JSON.parse(text)) };
    return parsed.entries;
  } catch {
    return [];
  }
}

/** The lists of the page's user. */
export function readFocusLists(): FocusLists {
  const owner = focusOwner();
  return readEntries().find(({ username }) => username === owner) ?? NOTHING;
}

/** Ids of the header, or null without a focus. */
export function focusProjects(): string | null {
  return readFocusLists().focus.join(',') || null;
}

/** What an account collected in this browser, whoever is signed in. */
export function keptProjects(username: string): readonly FocusProject[] {
  return readEntries().find((entry) => entry.username === username)?.collected ?? [];
}

/**
 * Stores what the user collected; from now on the checked ones narrow the lists. When they changed, every list on the
 * page reads again.
 */
export function saveFocusLists(collected: readonly FocusProject[]): void {
  const username = focusOwner();
  if (username === null) return;
  const before = focusProjects();
  keepProjects(username, collected);
  if (focusProjects() !== before) window.dispatchEvent(new Event(FOCUS_EVENT));
}

/** Keeps what an account collected, and tells the server. */
export function keepProjects(username: string, collected: readonly FocusProject[]): void {
  const focus = collected.filter(({ checked }) => checked).map(({ projectId }) => projectId);
  try {
    const others = readEntries().filter((entry) => entry.username !== username);
    localStorage.setItem(STORAGE_KEY, JSON.stringify([{ username, collected, focus }, ...others].slice(0, MAX_USERS)));
  } catch {
    // Storage may be switched off: then there is no focus.
  }
  tellFocus();
}

/** Tells the server what is kept here, so that it draws the next page narrowed. */
export function tellFocus(): void {
  writeCookie(focusCookieName(window.location.origin), writeHint(readEntries()));
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
