/** What others ask about announcements, on the server. */
export { readerScope } from './audience';
export { excerptOf } from './clean';
export { keepAnnouncementTimes } from './publish';
export { announcementFor } from './read';
