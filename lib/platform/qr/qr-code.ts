import { create } from 'qrcode';

/** A QR code as one path of squares, for whatever draws it. */
export interface QrCode {
  /** Modules a side, the quiet zone included. */
  readonly size: number;
  /** SVG path in units of one module. */
  readonly path: string;
}

/** Modules of white around it that a reader needs (ISO/IEC 18004). */
const QUIET = 4;

/** Level Q: it stays readable when a quarter of a sticker in a machine room is worn off. @throws when the text is too long for a code */
export function qrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'Q' });
  const path: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      path.push(`M${from + QUIET} ${row + QUIET}h${column - from + 1}v1h-${column - from + 1}z`);
    }
  }
  return { size: modules.size + 2 * QUIET, path: path.join('') };
}
