import { z } from 'zod';
import type { RuleNumbers } from '@/lib/live/detector/rule';

/** Numbers of a rule as they are kept. */
const StoredNumbers = z.record(z.string().max(40), z.number());

/** What cannot be read counts as unset: the rule's own numbers stand. */
export const numbersOf = (stored: unknown): RuleNumbers => StoredNumbers.safeParse(stored).data ?? {};
