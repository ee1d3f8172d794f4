/** What others ask about announcements, on the server. */
export { keepAnnouncementTimes } from './publish';
export { announcementFor, announcementsSince, unreadAnnouncements } from './read';
