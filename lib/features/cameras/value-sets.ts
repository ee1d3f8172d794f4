/** Sets of cameras and video (api.md §1.11, silent-screens A7). */

export const PLATFORMS = ['video', 'dhVideo'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const POSITIONS = ['car', 'upper', 'lower', 'machineRoom'] as const;

/** 00 not installed, 01 offline, 02 playing. */
export const VIDEO_STATES = ['00', '01', '02'] as const;
export type VideoStatus = (typeof VIDEO_STATES)[number];

export const BUSINESS_TYPES = ['real', 'talk', 'localRecord', 'cloudRecord'] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];

/**
 * Where the pictures come from: the camera publishes to the built-in relay by RTMP, the relay draws a test picture, or
 * the configured outside platform delivers them.
 */
export const SOURCES = ['rtmp', 'demo', 'platform'] as const;
export type CameraSource = (typeof SOURCES)[number];

/** Where in the portal somebody opened a camera; the audit log records it. */
export const OPENED_FROM = ['livePage', 'wall', 'notice', 'incident', 'cameraList'] as const;
export type OpenedFrom = (typeof OPENED_FROM)[number];

/** Of a recorded range. */
export const MAX_RECORD_HOURS = 24;
