/** The two lists of the announcement centre (silent-screens C). */
export const ANNOUNCEMENT_TABS = ['read', 'manage'] as const;
export type AnnouncementTab = (typeof ANNOUNCEMENT_TABS)[number];
