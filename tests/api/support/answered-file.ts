import type { PersonaName } from '../../support/personas';
import { handleSms } from '@/lib/platform/door/web-door';
import { headersOf } from '../../support/callers';
import { pdfText } from '../../support/pdf';
import { ORIGIN } from '../../support/sms-client';

/** A file that the door answers, with the name under which a browser keeps it. */
export async function fileOf(who: PersonaName | string, path: string) {
  const response = await handleSms(new Request(`${ORIGIN}/sms/${path}`, { headers: await headersOf(who) }));
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes: new Uint8Array(await response.arrayBuffer()),
    name: decodeURIComponent(name),
  };
}

/** What stands on paper, line by line as `pdftotext -layout` reads it; what stands beside each other is parted by one blank. */
export const printedLines = (pdf: Uint8Array): string[] =>
  pdfText(pdf)
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '));
