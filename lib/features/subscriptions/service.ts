import { endByAddress } from '@/lib/features/report-subscriptions/internal/end-by-address';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { unsubscribeMail } from './contract';
import { optOut } from '@/lib/platform/mail/opt-out';
import { maskAddress, readOptOutToken } from '@/lib/platform/mail/opt-out-link';

export const services = [
  serve(unsubscribeMail, async (_context, { token }) => {
    const address = readOptOutToken(token);
    if (address === undefined) throw new AppError('invalid_grant', { messageKey: 'badLink' });
    await optOut(address);
    await endByAddress(address, Date.now());
    return { emailAddress: maskAddress(address) };
  }),
];
