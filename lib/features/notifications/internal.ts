/** What other features ask about messages, on the server. */
export { endIncidentNotices, openIncidentNotice } from './incident-notice';
export { symptomsLeft, tellsEntrapment } from './withheld';
