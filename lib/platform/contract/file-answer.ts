import { z } from 'zod';

/** Both ends belong to it, as in a Range header. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Bytes that are kept somewhere, so that any part of them can be read. */
export interface KeptBytes {
  readonly size: number;
  /** @throws not_found, unavailable */
  open(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** A file as an answer (api.md §1.8): a service returns it instead of data, and the door streams its bytes. */
export class FileAnswer {
  constructor(
    /** A stream is read once; of kept bytes a caller may ask for a range. */
    readonly body: ReadableStream<Uint8Array> | KeptBytes,
    /** The name with its ending, as people see it; the door makes it safe for a header. */
    readonly filename: string,
    readonly contentType: string,
    /** Shown on a page instead of downloaded. */
    readonly isInline = false,
  ) {}
}

/** The `output` of an operation that answers a file. */
export const fileOutput = z.instanceof(FileAnswer);
