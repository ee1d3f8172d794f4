/** What a screen's page says besides its content, each in both languages. */

export const PLAYER_TEXT_KEYS = [
  'linkTitle',
  'linkHint',
  'screenNo',
  'code',
  'codeRule',
  'submit',
  'badCode',
  'tooMany',
  'noServer',
  'ended',
  'lost',
  'urgent',
] as const;
export type PlayerTextKey = (typeof PLAYER_TEXT_KEYS)[number];

export interface BothLanguages {
  readonly zh: string;
  readonly en: string;
}
export type PlayerTexts = Readonly<Record<PlayerTextKey, BothLanguages>>;
