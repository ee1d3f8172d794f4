/** What the doctor found. */
export interface Finding {
  readonly area: string;
  /** note: it works, and somebody should know. */
  readonly verdict: 'ok' | 'note' | 'fault';
  readonly text: string;
}
export type CheckAnswer = Omit<Finding, 'area'>;

export const ok = (text: string): CheckAnswer => ({ verdict: 'ok', text });
export const note = (text: string): CheckAnswer => ({ verdict: 'note', text });
export const fault = (text: string): CheckAnswer => ({ verdict: 'fault', text });

/** What an error says, without the address that it may name with a password. */
export const said = (error: unknown) =>
  (error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error))
    .replace(/\/\/[^@\s/]*@/g, '//')
    .split('\n')[0];
