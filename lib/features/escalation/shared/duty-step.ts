import { z } from 'zod';
import { SlaClock } from '@/lib/features/callbacks/contract';
import { codeOut, dateTimeOut } from '@/lib/platform/contract/schemas';
import { SMS_STATES } from '@/lib/platform/texting/contract';

/** Whom an escalation told of an incident, and by what (readings 80, 84). */

/** The level of text messages that left with the news itself. */
export const FIRST_NEWS = 1;

export const DutyStep = z.object({
  /** 80, 100, 150 percent; 0: nobody had acknowledged; 1: as it was reported. */
  level: codeOut([0, FIRST_NEWS, 80, 100, 150]),
  clock: SlaClock.shape.clock.nullable(),
  outcome: z.enum(['told', 'nobody', 'late']),
  createDate: dateTimeOut,
  people: z.array(
    z.object({
      nickName: z.string(),
      channels: z.array(z.enum(['notice', 'sms'])),
      smsState: z.enum(SMS_STATES).nullable(),
    }),
  ),
});
export type DutyStep = z.output<typeof DutyStep>;
