/** The logs of messages, and which of them an address asks for (readings 99, decision 021). */
export const MESSAGE_LOGS = ['sms', 'mail', 'push'] as const;
export type MessageLog = (typeof MESSAGE_LOGS)[number];

export const messageLogOf = (value: unknown): MessageLog => MESSAGE_LOGS.find((log) => log === value) ?? 'sms';
