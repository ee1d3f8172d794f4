import { sendDueMail } from '@/lib/platform/mail/dispatch';

/** A sender of its own, to be killed: `node --import tsx sender.ts`. */
void sendDueMail().then(() => process.exit(0));
