/** Cookie with the sidebar's state, `folded` or `open`. */
export const SIDEBAR_COOKIE = 'sidebar';
