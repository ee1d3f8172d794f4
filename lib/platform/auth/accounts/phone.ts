/** Phone numbers of mainland China (doc1 §5): eleven digits beginning with 1. Importable everywhere. */
export const PHONE = /^1\d{10}$/;

/** `138****5678`; null without a phone. */
export function maskPhone(phone: string | null): string | null {
  return phone ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : null;
}
