import { technicianState } from '@/lib/features/technician-links/internal/technician-state';
import type { LinkMoments, MessageFate } from '@/lib/features/technician-links/internal/technician-state';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const ago = (sec: number) => new Date(NOW - sec * 1000);
const LINK: LinkMoments = {
  technicianName: '于志强',
  technicianPhone: '13900000001',
  createDate: ago(30),
  acceptedDate: null,
  onWayDate: null,
  givenBackDate: null,
  revokedDate: null,
};
const sms = (state: MessageFate['state'], error: string | null = null, sec = 30): MessageFate => ({
  state,
  error,
  createDate: ago(sec),
});

it.each([
  ['nobody was told by the portal', undefined, undefined, 'none'],
  ['the message waits', LINK, sms('QUEUED'), 'sending'],
  ['the message waits for more than two minutes', LINK, sms('QUEUED', null, 121), 'failed'],
  ['the first try failed and another one will come', LINK, sms('QUEUED', 'HTTP 500'), 'failed'],
  ['the provider took it', LINK, sms('SENT'), 'told'],
  ['it arrived', LINK, sms('DELIVERED'), 'told'],
  ['the provider refused it', LINK, sms('FAILED', 'HTTP 400'), 'failed'],
  ['there is no phone or no provider', LINK, sms('SUPPRESSED', 'noPhone'), 'failed'],
  ['it was accepted although no message had left', { ...LINK, acceptedDate: ago(5) }, sms('FAILED'), 'accepted'],
  ['the technician drives', { ...LINK, acceptedDate: ago(9), onWayDate: ago(5) }, sms('SENT'), 'onWay'],
  ['it was given back', { ...LINK, givenBackDate: ago(5), revokedDate: ago(5) }, sms('SENT'), 'givenBack'],
  ['somebody else will be sent', { ...LINK, acceptedDate: ago(5), revokedDate: ago(1) }, sms('SENT'), 'none'],
] as const)('of a technician, where %s, the pages say so', (_, link, message, state) => {
  expect(technicianState(link, message, NOW).state).toBe(state);
});
