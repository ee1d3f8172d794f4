import type { useFormatter } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { figureCell } from './figure-cell';

interface Props {
  readonly format: ReturnType<typeof useFormatter>;
  readonly value: number | null;
  readonly decimals: number;
  readonly onOpen: () => void;
}

/** A number that opens what it adds up; what is not known opens nothing. */
export function FigureButton({ format, value, decimals, onOpen }: Props) {
  const words = figureCell(format, value, decimals);
  return <EntryLink onSelect={value === null ? undefined : onOpen}>{words}</EntryLink>;
}
