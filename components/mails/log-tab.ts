/** The two logs of messages, and which of them an address asks for (readings 99). */
export const MESSAGE_LOGS = ['sms', 'mail'] as const;
export type MessageLog = (typeof MESSAGE_LOGS)[number];

export const messageLogOf = (value: unknown): MessageLog => (value === 'mail' ? 'mail' : 'sms');
