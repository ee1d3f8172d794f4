import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { PICTURE_PATH } from '@/lib/features/announcements/value-sets';

/** What the editor offers: as much as the server keeps (readings 104, `lib/features/announcements/clean.ts`). */

export const LINK = /^(?:https?:\/\/|mailto:)\S+$/i;
/** The title of the announcement is the first heading of its page. */
export const HEADINGS = [2, 3, 4] as const;

/** Pictures are our own stored files: one that is pasted from elsewhere is not even looked at. */
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
