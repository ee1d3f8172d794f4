import type { ReactNode } from 'react';

/** Icons of the editor's tools, on the grid of the portal's own. */
const glyph = (content: ReactNode) => (
  <svg
    width={18}
    height={18}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {content}
  </svg>
);

export const GLYPHS = {
  bold: glyph(<path strokeWidth={2.2} d="M6 4h4.5a3 3 0 0 1 0 6H6zM6 10h5.5a3 3 0 0 1 0 6H6z" />),
  italic: glyph(<path d="M8 4h6M6 16h6M11.5 4l-3 12" />),
  underline: glyph(<path d="M5.5 4v5.5a4.5 4.5 0 0 0 9 0V4M5 17h10" />),
  bullets: glyph(<path d="M8 5h8M8 10h8M8 15h8M4 5h.01M4 10h.01M4 15h.01" />),
  numbers: glyph(<path d="M8.5 5H16M8.5 10H16M8.5 15H16M3.5 4l1-.7V7M3.5 13.2c1.6-1 2.2.4 1.4 1.3L3.5 16.3h2" />),
  table: glyph(<path d="M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.8h13M10 4.5v11" />),
  link: glyph(
    <path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1" />,
  ),
  image: glyph(<path d="M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.5 7.5h.01" />),
  undo: glyph(<path d="M7 4 3.5 7.5 7 11M3.5 7.5H12a4.2 4.2 0 0 1 0 8.5H8" />),
  redo: glyph(<path d="m13 4 3.5 3.5L13 11M16.5 7.5H8A4.2 4.2 0 0 0 8 16h4" />),
} as const;
