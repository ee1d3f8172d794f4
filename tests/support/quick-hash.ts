import { hash } from '@node-rs/argon2';

/**
 * A password as it is stored, made and checked in no time: the hash says itself with how little work. For accounts of tests
 * that are about something else than passwords.
 */
export const quickHash = (password: string): Promise<string> => hash(password, { memoryCost: 8, timeCost: 1 });
