import { ElevatorIcon, EquipmentIcon, EscalatorIcon, WalkIcon } from './lift-icons';

const ICONS = { EV: ElevatorIcon, ES: EscalatorIcon, WW: WalkIcon, OTHER: EquipmentIcon } as const;

/** The sign of a kind of equipment, wherever one stands for a unit. */
export function UnitIcon({ kind, size }: { readonly kind: keyof typeof ICONS; readonly size: number }) {
  const Icon = ICONS[kind];
  return <Icon size={size} />;
}
