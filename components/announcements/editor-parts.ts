import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { PICTURE_PATH } from '@/lib/features/announcements/value-sets';

/** What the editor offers: exactly what the server keeps (readings 104, `lib/features/announcements/clean.ts`). */

export const LINK = /^(?:https?:\/\/|mailto:)\S+$/i;
/** Level 1 is missing: the announcement's title is the first heading of its page. */
export const HEADINGS = [2, 3, 4] as const;

/** Only our own stored files are allowed as pictures; a picture pasted from elsewhere is dropped. */
const StoredImage = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${PICTURE_PATH}"]` }],
});

export const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    heading: { levels: [...HEADINGS] },
    link: {
      openOnClick: false,
      isAllowedUri: (url) => LINK.test(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  StoredImage.configure({ allowBase64: false }),
  TableKit.configure({ table: { resizable: false } }),
];
