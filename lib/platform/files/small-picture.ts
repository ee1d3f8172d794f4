import type { Buffer } from 'node:buffer';

/** A picture as it is printed: upright, small, a JPEG without anything beside the picture. */

const QUALITY = 72;
/** More pixels than any phone makes; a file that claims more is refused. */
const MOST_PIXELS = 60_000_000;

/** @param longestPx of either side; a smaller picture is not made larger @throws Error for bytes that are no picture */
export async function smallPicture(bytes: Uint8Array, longestPx: number): Promise<Buffer> {
  // Its library is a large one of the system's: who prints no picture does not load it.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width: longestPx, height: longestPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
