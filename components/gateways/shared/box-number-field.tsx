'use client';

import { z } from 'zod';
import { FormTextField } from '@/components/kit/form/text-field';
import { CUBE_NO } from '@/lib/features/cubes/contract';

/** The rule of a box's number, in capitals whatever was typed. */
export const boxNumber = (missing: string, wrong: string) =>
  z.string().trim().toUpperCase().min(1, missing).regex(CUBE_NO, wrong);

interface Props {
  readonly name: string;
  readonly label: string;
  /** The box is there already: its number stays. */
  readonly isFixed: boolean;
}

/** The number of a box or pro gateway that is registered or changed. */
export function BoxNumberField({ name, label, isFixed }: Props) {
  return (
    <FormTextField
      name={name}
      label={label}
      required
      autoFocus={!isFixed}
      maxLength={32}
      slotProps={{
        htmlInput: {
          readOnly: isFixed,
          autoCapitalize: 'characters',
          autoComplete: 'off',
          spellCheck: false,
          style: { textTransform: 'uppercase' },
        },
      }}
    />
  );
}
