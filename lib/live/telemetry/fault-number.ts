/** The number of a fault, as people read and say it. @param eventRef of the event that reported it */
export const faultNumber = (eventRef: bigint | number | string) => `ER${String(eventRef).padStart(10, '0')}`;
