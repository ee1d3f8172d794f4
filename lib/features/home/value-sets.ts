/** What can be wrong with a customer's unit, worst first; `repair`: a call-out is open, no other trouble is known. */
export const TROUBLES = ['trapped', 'fault', 'disconnected', 'repair'] as const;
export type TroubleKind = (typeof TROUBLES)[number];

/**
 * How far the help is, in a customer's words. Without a dispatch: who opened the call-out and whether somebody took it
 * (readings 256).
 */
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
