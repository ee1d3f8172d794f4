/** Sets the calendar: `Date` says this moment and does not move on; whatever waits goes on as usual. Ends with `jest.useRealTimers()`. */
export function setCalendar(moment: string): void {
  jest.useFakeTimers({
    now: new Date(moment),
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'queueMicrotask',
      'nextTick',
      'setImmediate',
      'clearImmediate',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
}
