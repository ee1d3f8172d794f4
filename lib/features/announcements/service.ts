import { keepFile } from '@/lib/platform/files/stored-files';
import { db } from '@/lib/platform/db/client';
import { serve } from '@/lib/platform/contract/serve';
import {
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncementReaders,
  markAnnouncementRead,
  publishAnnouncement,
  queryAnnouncements,
  saveAnnouncement,
  searchAnnouncementNotices,
  uploadAnnouncementImage,
  withdrawAnnouncement,
} from './contract';
import { findEdits, findNotices, findReaders } from './list';
import { detail, mark } from './internal/read';
import { publish, remove, requireEditable, save, withdraw } from './save';

export const services = [
  serve(searchAnnouncementNotices, ({ actor, language }, query) => findNotices(actor, language, query)),
  serve(queryAnnouncements, ({ actor }, query) => findEdits(actor, query)),
  serve(getAnnouncement, detail),
  serve(saveAnnouncement, save),
  serve(uploadAnnouncementImage, async ({ actor }, { file }) => ({
    path: await keepFile(file, { kind: 'announcement', username: actor.username }),
  })),
  serve(publishAnnouncement, publish),
  serve(withdrawAnnouncement, withdraw),
  serve(deleteAnnouncement, remove),
  serve(markAnnouncementRead, mark),
  serve(listAnnouncementReaders, async ({ actor }, query) => {
    await requireEditable(db(), actor, query.id);
    return findReaders(actor, query);
  }),
];
