/** Notifications of the operating system, switched on by an account in this browser; off by default. */

/** `missing`: this browser has none; `denied`: the user refused them. */
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

  /** Asks the user for permission if the browser has not asked yet. @returns the present permission */
  async turn(username: string, isOn: boolean): Promise<BrowserNoticeState> {
    if (typeof Notification === 'undefined') return 'missing';
    if (isOn && Notification.permission === 'default') await Notification.requestPermission();
    try {
      if (isOn && Notification.permission === 'granted') localStorage.setItem(keyOf(username), '1');
      else localStorage.removeItem(keyOf(username));
    } catch {
      // Storage is blocked: it stays off.
    }
    return stateOf(username);
  },

  /** Only while the page is hidden; each `tag` is shown once. A click brings the page to the front. */
  show(username: string, { title, text, tag }: { title: string; text: string; tag: string }): void {
    if (document.visibilityState === 'visible' || stateOf(username) !== 'on') return;
    const shown = new Notification(title, { body: text, tag, requireInteraction: true });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  },
};
