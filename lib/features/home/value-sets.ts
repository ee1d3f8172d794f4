/** What can be wrong with a customer's unit, worst first; `repair`: a call-out is open, nothing else is known. */
export const TROUBLES = ['trapped', 'fault', 'disconnected', 'repair'] as const;
export type TroubleKind = (typeof TROUBLES)[number];

/** How far the help is, in a customer's words; of what nobody was sent to, who opened it and whether it was taken (readings 256). */
export const STEPS = [
  'systemNobody',
  'systemTaken',
  'opened',
  'taken',
  'reassigning',
  'assigned',
  'onTheWay',
  'onSite',
  'paused',
] as const;
export type HelpStep = (typeof STEPS)[number];
