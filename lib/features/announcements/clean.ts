import sanitizeHtml from 'sanitize-html';
import { PICTURE_NAME, PICTURE_PATH } from './value-sets';

/**
 * What an announcement may contain (api.md §1.7 HTML, readings 104): an allow-list of tags and attributes. Other tags
 * are removed and their text stays; scripts and styles are removed with their content. This is the only place that
 * decides; the editor in the browser only offers tags.
 */

const TAGS = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'a', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
/** Their content is no text that a person wrote. */
const SILENT_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'noframes',
  'noembed',
  'iframe',
  'xmp',
  'title',
];
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];
/** Deeper than any text that a person writes. */
const MAX_DEPTH = 40;
const MAX_SPAN = 100;

/** The stored file behind a picture's address; undefined for any other address. */
function fileOf(source: string | undefined): string | undefined {
  const path = source?.startsWith(PICTURE_PATH) ? source.slice(PICTURE_PATH.length) : undefined;
  return path !== undefined && PICTURE_NAME.test(path) ? path : undefined;
}

/** The browser would read this address as one outside the page. */
function linkOf(href: string | undefined): string | undefined {
  try {
    const url = new URL(href ?? '');
    return LINK_SCHEMES.includes(url.protocol) ? url.href : undefined;
  } catch {
    // A relative address, or none at all.
    return undefined;
  }
}

function spansOf({ colspan, rowspan }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return Object.fromEntries(
    Object.entries({ colspan, rowspan }).filter(([, value]) => {
      const span = /^\d{1,3}$/.test(value ?? '') ? Number(value) : 1;
      return span > 1 && span <= MAX_SPAN;
    }),
  ) as sanitizeHtml.Attributes;
}

const cell = (tagName: string, attribs: sanitizeHtml.Attributes) => ({ tagName, attribs: spansOf(attribs) });

export interface CleanMessage {
  readonly html: string;
  /** Paths of the stored files that the text shows. */
  readonly images: readonly string[];
  /** Its plain text in one line; '' when there is none. */
  readonly text: string;
}

/**
 * The browser may parse cleaned HTML differently, above all a paragraph around a table. So it is cleaned until nothing
 * changes.
 */
const MOST_PASSES = 5;

/** Cleans a text. Cleaning it again changes nothing. */
export function cleanMessage(dirty: string): CleanMessage {
  let found = cleanOnce(dirty);
  for (let pass = 1; pass < MOST_PASSES; pass += 1) {
    const again = cleanOnce(found.html);
    if (again.html === found.html) break;
    found = again;
  }
  return { ...found, text: textOf(found.html) };
}

function cleanOnce(dirty: string): Omit<CleanMessage, 'text'> {
  const images = new Set<string>();
  const html = sanitizeHtml(dirty, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: SILENT_TAGS,
    nestingLimit: MAX_DEPTH,
    transformTags: {
      a: (tagName, { href }) => {
        const address = linkOf(href);
        const attribs: sanitizeHtml.Attributes = address
          ? { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }
          : {};
        return { tagName, attribs };
      },
      img: (tagName, { src, alt }) => ({
        tagName,
        attribs: { ...(fileOf(src) ? { src: src ?? '' } : {}), alt: (alt ?? '').slice(0, 200) },
      }),
      th: cell,
      td: cell,
    },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag !== 'img') return false;
      const path = fileOf(attribs.src);
      if (path) images.add(path);
      return path === undefined;
    },
  }).trim();
  return { html, images: [...images] };
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The plain text of cleaned HTML. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Length of a message that only says what an announcement is about. */
const EXCERPT = 200;

/** The first words of a stored text. */
export const excerptOf = (html: string): string => textOf(html).slice(0, EXCERPT);
