import type { AnnouncementEdit, AnnouncementForm } from '@/lib/features/announcements/contract';
import type { AudienceKind } from '@/lib/features/announcements/value-sets';

/** The dialog's fields. Each kind of audience keeps its own values, so that switching between kinds loses nothing. */
export interface AnnouncementValues {
  title: string;
  message: string;
  titleEn: string;
  messageEn: string;
  receivingMethod: number;
  audience: { kind: AudienceKind; values: string[] };
  validTo: string;
  pinned: boolean;
  mustRead: boolean;
}

const NEW_ANNOUNCEMENT: AnnouncementValues = {
  title: '',
  message: '',
  titleEn: '',
  messageEn: '',
  receivingMethod: 1,
  audience: { kind: 'all', values: [] },
  validTo: '',
  pinned: false,
  mustRead: false,
};

/** The first values of the dialog: empty, or those of the announcement that is edited or copied. */
export function valuesOf(row: AnnouncementEdit | undefined): AnnouncementValues {
  if (!row) return NEW_ANNOUNCEMENT;
  const { title, message, titleEn, messageEn, receivingMethod, audience, validTo, pinned, mustRead } = row;
  return {
    title,
    message,
    titleEn: titleEn ?? '',
    messageEn: messageEn ?? '',
    receivingMethod,
    audience: { kind: audience.kind, values: [...audience.values] },
    validTo: validTo ?? '',
    pinned,
    mustRead,
  };
}

/** The body of the request. @param id of the row that is changed; undefined for a new one */
export function inputOf({ audience, ...values }: AnnouncementValues, id: string | undefined): AnnouncementForm {
  return {
    ...values,
    ...(id === undefined ? {} : { id }),
    audience: { kind: audience.kind, values: audience.kind === 'all' ? [] : audience.values },
  };
}
