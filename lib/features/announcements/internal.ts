/** What other features use of announcements on the server. */
export { keepAnnouncementTimes } from './publish';
export { announcementFor, announcementsSince, unreadAnnouncements } from './read';
