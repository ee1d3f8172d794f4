/** Notifications of the system, chosen by an account in this browser; off until it is chosen. */

/** `missing`: this browser has none; `denied`: it was told to refuse them. */
export type BrowserNoticeState = 'on' | 'off' | 'denied' | 'missing';

const keyOf = (username: string) => `browserNotices:${username}`;

function isChosen(username: string): boolean {
  try {
    return localStorage.getItem(keyOf(username)) === '1';
  } catch {
    return false;
  }
}

function stateOf(username: string): BrowserNoticeState {
  if (typeof Notification === 'undefined') return 'missing';
  if (Notification.permission === 'denied') return 'denied';
  return isChosen(username) && Notification.permission === 'granted' ? 'on' : 'off';
}

export const browserNotices = {
  stateOf,

  /** Asks the person where the browser has not yet. @returns what holds now */
  async turn(username: string, isOn: boolean): Promise<BrowserNoticeState> {
    if (typeof Notification === 'undefined') return 'missing';
    if (isOn && Notification.permission === 'default') await Notification.requestPermission();
    try {
      if (isOn && Notification.permission === 'granted') localStorage.setItem(keyOf(username), '1');
      else localStorage.removeItem(keyOf(username));
    } catch {
      // Storage is closed: it stays off.
    }
    return stateOf(username);
  },

  /** While nobody looks at the page; the same `tag` stands once. A click brings the page back. */
  show(username: string, { title, text, tag }: { title: string; text: string; tag: string }): void {
    if (document.visibilityState === 'visible' || stateOf(username) !== 'on') return;
    const shown = new Notification(title, { body: text, tag, requireInteraction: true });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  },
};
