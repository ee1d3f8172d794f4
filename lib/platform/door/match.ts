import { AppError } from '@/lib/platform/contract/errors';
import type { Method, Operation } from '@/lib/platform/contract/operation';

/** Finding the operation of a path (api.md §1.2 "Key in the path", "Trailing slash"). */

export interface Match {
  readonly operation: Operation;
  /** Keys from the path, decoded. */
  readonly keys: Record<string, string>;
  /** Name of the key that the path left out; it must come by query or body. */
  readonly missingKey?: string;
}

interface RoutedOperation {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const isKey = (segment: string) => segment.startsWith('{');
const keyName = (segment: string) => segment.slice(1, -1);

function fits(candidate: RoutedOperation, parts: readonly string[]): Record<string, string> | undefined {
  if (candidate.segments.length !== parts.length) return undefined;
  const keys: Record<string, string> = {};
  for (const [index, segment] of candidate.segments.entries()) {
    const part = parts[index] ?? '';
    if (isKey(segment)) {
      try {
        keys[keyName(segment)] = decodeURIComponent(part);
      } catch {
        throw new AppError('bad_request', { messageKey: 'badPath' });
      }
    } else if (segment !== part) return undefined;
  }
  return keys;
}

/** Builds the matcher of a set of operations; static paths win over keys. */
export function createMatcher(operations: readonly Operation[]) {
  const candidates: RoutedOperation[] = operations
    .map((operation) => ({ operation, segments: operation.path.split('/') }))
    .sort((a, b) => a.segments.filter(isKey).length - b.segments.filter(isKey).length);
  /** Most paths have no key in them, and are not searched for. */
  const whole = new Map(
    candidates
      .filter(({ segments }) => !segments.some(isKey))
      .map(({ operation }) => [`${operation.method} ${operation.path}`, operation]),
  );

  /** @throws not_found for an unknown path, method_not_allowed (with Allow) for a known one with another method. */
  return (method: string, path: string): Match => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const known = whole.get(`${wanted} ${path}`);
    if (known) return { operation: known, keys: {} };
    const parts = path.split('/').filter((part) => part !== '');
    const allowed = new Set<Method>();
    for (const candidate of candidates) {
      const keys = fits(candidate, parts);
      if (!keys) continue;
      if (candidate.operation.method === wanted) return { operation: candidate.operation, keys };
      allowed.add(candidate.operation.method);
    }
    for (const candidate of candidates) {
      const last = candidate.segments.at(-1) ?? '';
      if (!isKey(last) || candidate.segments.length < 2) continue;
      const keys = fits({ ...candidate, segments: candidate.segments.slice(0, -1) }, parts);
      if (!keys) continue;
      if (candidate.operation.method === wanted)
        return { operation: candidate.operation, keys, missingKey: keyName(last) };
      allowed.add(candidate.operation.method);
    }
    if (allowed.size > 0) throw new AppError('method_not_allowed', { headers: { Allow: [...allowed].join(', ') } });
    throw new AppError('not_found', { messageKey: 'unknownPath' });
  };
}
