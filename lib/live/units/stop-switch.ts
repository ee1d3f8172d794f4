/**
 * Which safety device of an escalator or walk a fault code names (EN 115-1 §5.12, GB 16899). The picture marks the
 * device, so that a technician knows where to look first. Only codes of the dictionary are known; for codes of another
 * controller nothing is marked. Pure.
 */
export const STOP_SWITCHES = [
  'handrail',
  'handrailInlet',
  'comb',
  'step',
  'skirt',
  'chain',
  'drive',
  'brake',
  'button',
  'floorPlate',
] as const;
export type StopSwitch = (typeof STOP_SWITCHES)[number];

const BY_CODE: ReadonlyMap<number, StopSwitch> = new Map<number, StopSwitch>([
  [70, 'handrail'],
  [71, 'handrailInlet'],
  [72, 'comb'],
  [73, 'step'],
  [74, 'skirt'],
  [75, 'chain'],
  [76, 'drive'],
  [77, 'drive'],
  [78, 'brake'],
  [79, 'brake'],
  [80, 'button'],
  [81, 'floorPlate'],
  [83, 'step'],
  [84, 'drive'],
]);

/** The device that stopped the unit. @param code of the controller, or of the list of open codes */
export function stopSwitchOf(code: number | string | undefined): StopSwitch | undefined {
  return code === undefined || code === '' ? undefined : BY_CODE.get(Number(code));
}
