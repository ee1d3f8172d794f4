/**
 * May we send to this address? Only push services that an operator knows: a browser says where to send, and an address
 * inside our own network must not be one. Pure.
 * @param services origins; `https://*.notify.windows.com` stands for its subdomains
 */
export function isAllowedService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, host, username } = new URL(endpoint);
  if (username !== '') return false;
  return services.some((service) => {
    const [, scheme, domain] = /^(\w+:)\/\/\*\.(.+)$/.exec(service) ?? [];
    return domain === undefined ? origin === service : protocol === scheme && host.endsWith(`.${domain}`);
  });
}
