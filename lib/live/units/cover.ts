import { ONLINE_STATUS } from './value-sets';

/** What covers the picture of a live page, for every kind of unit (doc2 §4.4, readings 85). Pure. */

/** State of the live connection: 0 streaming, 1 loading, 2 disconnected, 4 access denied. */
export type LinkCover = 0 | 1 | 2 | 4;
/** 0 none, 1 loading, 2 disconnected, 4 access denied, 6 offline, 7 controller disconnected, 8 not connected. */
export type FrameCover = LinkCover | 6 | 7 | 8;

const OFFLINE_COVERS: Readonly<Record<number, FrameCover>> = {
  [ONLINE_STATUS.offline]: 6,
  [ONLINE_STATUS.disconnected]: 7,
  [ONLINE_STATUS.notInstalled]: 8,
};

/**
 * The unit's connection comes first, then the stream. A kind of unit may have covers of its own before the stream (an
 * entrapment) or after it (key start and fault of an escalator).
 */
export function frameCover<Own extends number = never>(
  onlineStatus: number | undefined,
  link: LinkCover,
  { beforeLink, behindLink }: { readonly beforeLink?: Own | undefined; readonly behindLink?: Own | undefined } = {},
): FrameCover | Own {
  const offline = onlineStatus === undefined ? undefined : OFFLINE_COVERS[onlineStatus];
  return offline ?? beforeLink ?? (link === 0 ? (behindLink ?? 0) : link);
}
