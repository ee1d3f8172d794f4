import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The platform carries any portal: accounts, branches and projects are its words, lifts and their trouble are not. */

const LIFT_WORDS =
  /equipment|elevator|escalator|sidewalk|entrap|symptom|call-?(?:out(?!come)|back)s?|\blifts?\b(?![ -]portal)/gi;

/** Files of the platform that name lifts all the same, and why. */
const MAY_SAY: Readonly<Record<string, string>> = {
  'auth/accounts/common-passwords.ts': 'words that people guess with',
  'auth/sign-in/next-auth.ts': "next-auth's own options",
  'contract/authorities.ts': 'the authority strings of the contract',
  'contract/authority-groups.ts': 'the same, in their groups',
  'contract/errors.ts': 'the error codes of the contract',
  'door/registry.ts': 'a line a feature',
  'files/stored-files.ts': 'the row of a file names the unit that the file is about',
  'i18n/later-messages.ts': 'a line a file of messages',
  'i18n/namespaces.ts': 'a line a file of messages',
  'i18n/server-messages.ts': 'a line a file of messages',
  'strategy/data-strategy.ts': 'categories that a data strategy bounds',
  'strategy/shapes.ts': 'categories that a data strategy bounds',
  'texting/contract.ts': 'kinds of text messages in the log',
  'texting/queue.ts': 'the row of a message names the unit that the message is about',
};

const saying = readdirSync('lib/platform', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated/'))
  .filter((file) => (readFileSync(join('lib/platform', file), 'utf8').match(LIFT_WORDS) ?? []).length > 0);

describe('the platform', () => {
  it.each([
    ['equipmentScope(actor)', true],
    ['a callback that is open', true],
    ['which lifts stand still', true],
    ["application_name: 'lift-portal'", false],
    ['the shifted row', false],
  ])('knows a word of lifts: %s', (text, isOne) => {
    expect(text.match(LIFT_WORDS) !== null).toBe(isOne);
  });

  it('says no word of lifts but where it is said why', () => {
    expect(saying.filter((file) => !(file in MAY_SAY))).toEqual([]);
  });

  it('has no exception that it does not need', () => {
    expect(Object.keys(MAY_SAY).filter((file) => !saying.includes(file))).toEqual([]);
  });
});
