'use client';

import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useTranslations } from 'next-intl';
import { useState, type ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { EyeIcon, EyeOffIcon } from '@/components/kit/ui/icons';
import { FormTextField } from './text-field';

/** A password input with show and hide. The password is sent unchanged (readings 66). */
export function FormPasswordField<T extends FieldValues>(
  props: Omit<ComponentProps<typeof FormTextField<T>>, 'type' | 'isTrimmed'>,
) {
  const t = useTranslations('common.field');
  const [isShown, setIsShown] = useState(false);
  return (
    <FormTextField<T>
      {...props}
      type={isShown ? 'text' : 'password'}
      isTrimmed={false}
      slotProps={{
        ...props.slotProps,
        htmlInput: { spellCheck: false, autoCapitalize: 'off', ...props.slotProps?.htmlInput },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={isShown ? t('hide') : t('show')}
                aria-pressed={isShown}
                onClick={() => setIsShown(!isShown)}
                onMouseDown={(event) => event.preventDefault()}
              >
                {isShown ? <EyeOffIcon /> : <EyeIcon />}
              </IconButton>
            </InputAdornment>
          ),
          ...props.slotProps?.input,
        },
      }}
    />
  );
}
