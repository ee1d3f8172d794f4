import type { z } from 'zod';
import { DEFAULT_MAX_BYTES } from '@/lib/platform/http/body';
import { DEFAULT_MAX_MEMBERS } from '@/lib/platform/http/json-bounds';
import { FORM_BYTES } from '@/lib/platform/contract/operation';
import { MAX_SIGN_POINTS, MAX_SIGN_STROKES, SIGN_HEIGHT, SIGN_WIDTH } from '@/lib/features/maintenance/value-sets';
import { signMaintenance } from '@/lib/features/maintenance/work-contract';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { seen } from '../../../support/schema-walk';

/** Every operation takes the largest body that its own fields allow (api.md §1.2 Body), up to 1 MiB: no form fails at the door. */

/** A Chinese character in UTF-8; numbers and words of a value set are short. */
const [BYTES_A_CHARACTER, BYTES_OF_A_NUMBER] = [3, 24];

interface Size {
  readonly bytes: number;
  readonly members: number;
}
const sum = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  members: sizes.reduce((total, { members }) => total + members, 0),
});

function largest(schema: z.ZodType): Size {
  const { node } = seen(schema);
  switch (node.kind) {
    case 'object': {
      const fields = sum(
        Object.entries(node.fields).map(([name, field]) => {
          const { bytes, members } = largest(field);
          return { bytes: bytes + name.length + 4, members: members + 1 };
        }),
      );
      return { bytes: fields.bytes + 2, members: fields.members };
    }
    case 'list': {
      const item = largest(node.item);
      const max = node.max === Infinity ? 1000 : node.max;
      return { bytes: 2 + max * (item.bytes + 1), members: max * (item.members + 1) };
    }
    case 'choice': {
      const options = node.options.map(largest);
      return {
        bytes: Math.max(...options.map(({ bytes }) => bytes)),
        members: Math.max(...options.map(({ members }) => members)),
      };
    }
    case 'values':
      return {
        bytes: Math.max(...node.values.map((value) => Buffer.byteLength(JSON.stringify(value) ?? ''))),
        members: 0,
      };
    case 'text': {
      // Without a length of its own a text has the contract's (api.md §1.2 Limits); what a pattern bounds is shorter.
      const max = node.max === Infinity ? (node.patterns.length > 0 || node.format !== undefined ? 40 : 200) : node.max;
      return {
        bytes: 2 + max * (node.patterns.some(({ source }) => source.includes('A-Za-z')) ? 1 : BYTES_A_CHARACTER),
        members: 0,
      };
    }
    default:
      return { bytes: BYTES_OF_A_NUMBER, members: 0 };
  }
}

/** Bounded by a sum that no field shows: judged below. */
const BY_SUM = new Set(['signMaintenance']);
const WITH_BODY = OPERATIONS.filter(
  ({ name, method, upload, access }) =>
    method !== 'GET' && upload === undefined && access.kind !== 'cube' && !BY_SUM.has(name),
);

it.each(WITH_BODY.map((operation) => [operation.name, operation] as const))(
  '%s takes the largest body that its fields allow',
  (_name, { input, maxBytes = DEFAULT_MAX_BYTES, maxMembers = DEFAULT_MAX_MEMBERS, judgedByItself = [] }) => {
    const { node } = seen(input);
    const fields = node.kind === 'object' ? { ...node.fields } : {};
    for (const name of judgedByItself) Reflect.deleteProperty(fields, name);
    const size = node.kind === 'object' ? sum(Object.values(fields).map(largest)) : largest(input);
    expect(Math.min(size.bytes, FORM_BYTES)).toBeLessThanOrEqual(maxBytes);
    expect(size.members).toBeLessThanOrEqual(maxMembers);
  },
);

it('signMaintenance takes as many points as a signature may have, and no more', () => {
  const { input, maxBytes, maxMembers } = signMaintenance;
  const signed = (points: number) => ({
    jobNo: 'x'.repeat(40),
    name: '名'.repeat(100),
    strokes: [
      ...Array.from({ length: MAX_SIGN_STROKES - 1 }, () => [[SIGN_WIDTH, SIGN_HEIGHT, 3_600_000]]),
      Array.from({ length: points - MAX_SIGN_STROKES + 1 }, () => [SIGN_WIDTH, SIGN_HEIGHT, 3_600_000]),
    ],
  });
  expect(input.safeParse(signed(MAX_SIGN_POINTS)).success).toBe(true);
  expect(input.safeParse(signed(MAX_SIGN_POINTS + 1)).error?.issues).toMatchObject([{ path: ['strokes'] }]);
  expect(Buffer.byteLength(JSON.stringify(signed(MAX_SIGN_POINTS)))).toBeLessThanOrEqual(maxBytes);
  expect(4 * MAX_SIGN_POINTS + MAX_SIGN_STROKES + 3).toBeLessThanOrEqual(maxMembers);
});

it('no anonymous operation takes more than 40 KiB', () => {
  expect(
    OPERATIONS.filter(({ access, maxBytes = DEFAULT_MAX_BYTES }) => access.kind === 'public' && maxBytes > 40 * 1024),
  ).toEqual([]);
});
