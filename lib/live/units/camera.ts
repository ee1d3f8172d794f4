/** Whether a unit has a camera (api.md §1.11): by either of its two platforms. Pure. */

/** A data strategy without video says that it has none. */
export const hasCamera = ({ video, dhVideo }: { readonly video: string; readonly dhVideo: string }): boolean =>
  video === '1' || dhVideo === '1';

/** The same of the rows `e` of `equipment`. */
export const HAS_CAMERA_SQL = `(e.video = '1' OR e.dh_video = '1')`;
