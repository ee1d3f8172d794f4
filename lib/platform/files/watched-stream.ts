/**
 * Passes the same bytes on as they are wanted. `onEnd` is called once when the stream is over: read to its end, broken
 * (with the error) or cancelled by the reader.
 */
export function watchedStream(
  source: ReadableStream<Uint8Array>,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
          onEnd();
        } catch (error) {
          controller.error(error);
          onEnd(error);
        }
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
