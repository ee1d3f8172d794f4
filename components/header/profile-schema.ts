import { z } from 'zod';
import { ProfileInput } from '@/lib/features/account/contract';

/** Keys of `header.profile` for the messages of the contract's rules. */
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
 * The contract's rules with the form's messages, and one rule that the contract cannot check: a new phone needs its
 * code (doc1 §5).
 */
export function profileSchema(t: (key: Worded) => string, storedPhone: string | null) {
  const textOf = (message: string) => {
    const known = WORDED.find((key) => key === message);
    return known ? t(known) : message;
  };
  // Form fields hold text; the contract converts it to numbers.
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
