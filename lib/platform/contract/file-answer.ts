import { z } from 'zod';

/** A file as an answer (api.md §1.8): a service returns it instead of data, and the door streams its bytes. */
export class FileAnswer {
  constructor(
    readonly body: ReadableStream<Uint8Array>,
    /** The name with its ending, as people see it; the door makes it safe for a header. */
    readonly filename: string,
    readonly contentType: string,
    /** Shown on a page instead of downloaded. */
    readonly isInline = false,
  ) {}
}

/** The `output` of an operation that answers a file. */
export const fileOutput = z.instanceof(FileAnswer);
