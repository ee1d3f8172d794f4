/** The topics of a box, `lift/v1/{cubeNo}/{leaf}` (api.md §4.2), and who may use them (api.md §4.1). */

export const UP_LEAVES = ['status', 'counters', 'event', 'log', 'connection'] as const;
export const DOWN_LEAVES = ['config', 'reject', 'ack'] as const;
export type UpLeaf = (typeof UP_LEAVES)[number];
export type DownLeaf = (typeof DOWN_LEAVES)[number];

/** Largest payload of a leaf in bytes (api.md §4.2). */
export const MAX_BYTES: Record<UpLeaf | DownLeaf, number> = {
  status: 8 * 1024,
  counters: 4 * 1024,
  event: 8 * 1024,
  log: 64 * 1024,
  connection: 1024,
  config: 64 * 1024,
  reject: 2 * 1024,
  ack: 16 * 1024,
};

/** Key pattern of cube and equipment numbers (api.md §1.2). */
export const KEY_PATTERN = /^[A-Za-z0-9_.-]{1,40}$/;

const PREFIX = 'lift/v1/';

export function isUpLeaf(leaf: string): leaf is UpLeaf {
  return UP_LEAVES.some((known) => known === leaf);
}

function isDownLeaf(leaf: string): leaf is DownLeaf {
  return DOWN_LEAVES.some((known) => known === leaf);
}

export interface BoxTopic {
  cubeNo: string;
  leaf: UpLeaf | DownLeaf;
}

/** The parts of one of our topics; undefined for every other topic and for filters with wildcards. */
export function parseTopic(topic: string): BoxTopic | undefined {
  if (!topic.startsWith(PREFIX)) return undefined;
  const [cubeNo, leaf, ...rest] = topic.slice(PREFIX.length).split('/');
  if (cubeNo === undefined || leaf === undefined || rest.length > 0 || !KEY_PATTERN.test(cubeNo)) return undefined;
  return isUpLeaf(leaf) || isDownLeaf(leaf) ? { cubeNo, leaf } : undefined;
}

export function topicOf(cubeNo: string, leaf: UpLeaf | DownLeaf): string {
  return `${PREFIX}${cubeNo}/${leaf}`;
}

/** May this box publish to the topic? Only to its own upward leaves. */
export function mayPublish(cubeNo: string, topic: string): boolean {
  const parsed = parseTopic(topic);
  return parsed !== undefined && parsed.cubeNo === cubeNo && isUpLeaf(parsed.leaf);
}

/** May this box subscribe to the filter? Only to its own downward leaves, in full: no wildcard, no `$share`. */
export function maySubscribe(cubeNo: string, filter: string): boolean {
  const parsed = parseTopic(filter);
  return parsed !== undefined && parsed.cubeNo === cubeNo && isDownLeaf(parsed.leaf);
}

/** Filters of the portal's account at an outside broker (api.md §4.1). */
export const PORTAL_FILTERS: readonly string[] = [
  ...(['status', 'counters', 'event', 'log'] as const).map((leaf) => `$share/portal/${PREFIX}+/${leaf}`),
  `${PREFIX}+/connection`,
];
