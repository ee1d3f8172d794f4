import { z } from 'zod';
import { ProfileInput } from '@/lib/features/account/contract';

/** Keys under which `header.profile` words what the contract refuses. */
const WORDED = [
  'required',
  'nicknameRule',
  'badEmail',
  'badPhone',
  'inspectionRequired',
  'contractRequired',
  'codeRequired',
] as const;
type Worded = (typeof WORDED)[number];

/**
 * The contract's own rules, worded for the form, and the one that the contract cannot know: a new phone needs its code
 * (doc1 §5).
 */
export function profileSchema(t: (key: Worded) => string, storedPhone: string | null) {
  const textOf = (message: string) => {
    const known = WORDED.find((key) => key === message);
    return known ? t(known) : message;
  };
  // A form's fields hold text; the contract makes numbers of it.
  const Fields = z.object({
    user: z.object({
      username: z.string(),
      nickName: z.string(),
      email: z.string(),
      phone: z.string(),
      inspection: z.string(),
      contract: z.string(),
    }),
    code: z.string(),
  });
  return Fields.transform((values, context) => {
    const parsed = ProfileInput.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message: textOf(message) });
    if (values.user.phone !== (storedPhone ?? '') && values.code.length < 6)
      context.addIssue({ code: 'custom', path: ['code'], message: t('codeRequired') });
    return {
      ...values,
      user: { ...values.user, inspection: Number(values.user.inspection), contract: Number(values.user.contract) },
    };
  });
}
