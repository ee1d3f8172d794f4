/** A duration in its two largest units; the words are `length.<unit>`. */
export function lengthOf(t: (key: string, values: Record<string, number>) => string, seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return t('length.days', { days, hours });
  if (hours > 0) return t('length.hours', { hours, minutes });
  return minutes > 0 ? t('length.minutes', { minutes, seconds: seconds % 60 }) : t('length.seconds', { seconds });
}
