import { z } from 'zod';
import { ScreenContent } from '../contract';

/**
 * What a screen's browser keeps in its local storage: the number and key that link it, and the content that it heard last,
 * so that the picture is back after a power cut though no server answers. The content goes when
 * the key is refused, the link when it was refused for hours.
 */

const LINK = 'sms.screen';
const CONTENT = 'sms.screen-content';

const ScreenLink = z.object({ screenNo: z.string().min(1), key: z.string().min(1) });
export type ScreenLink = z.output<typeof ScreenLink>;

const KeptContent = z.object({
  screenNo: z.string(),
  content: ScreenContent,
  /** How far the server's clock was ahead of this machine's when the content came, ms. */
  aheadMs: z.number(),
});
export type KeptContent = z.output<typeof KeptContent>;

function read<T>(name: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(localStorage.getItem(name) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function write(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the screen is linked until its page is closed.
  }
}

export const readLink = (): ScreenLink | undefined => read(LINK, ScreenLink);
export const keepLink = (link: ScreenLink): void => write(LINK, link);

/** What this screen heard last; nothing of another one. */
export function readContent(screenNo: string): KeptContent | undefined {
  const kept = read(CONTENT, KeptContent);
  return kept?.screenNo === screenNo ? kept : undefined;
}
export const keepContent = (kept: KeptContent): void => write(CONTENT, kept);

function remove(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // There is none.
  }
}

export const forgetContent = (): void => remove(CONTENT);
export function forgetScreen(): void {
  remove(LINK);
  remove(CONTENT);
}
