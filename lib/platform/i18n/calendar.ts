/**
 * Is there such a moment: `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` without a zone? JavaScript moves 30 February into March and
 * would keep another day than somebody said.
 */
export function isRealMoment(text: string): boolean {
  const at = new Date(text.length === 10 ? text : `${text}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
