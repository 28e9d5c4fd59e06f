import { isIPv6 } from 'node:net';
import * as z from 'zod/mini';

/**
 * The network of an IP address: the address itself for IPv4, the /64 prefix for IPv6, since one host usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [withoutZone] = address.split('%');
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const dotted = (groups: string[]): string =>
  Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex').join('.');

export const client = z.pipe(
  z.object({ sourceIp: z.string(), userAgent: z.optional(z.string()) }),
  z.transform(({ sourceIp, userAgent = '' }) => ({ network: networkOf(sourceIp), userAgent })),
);

export type Client = z.output<typeof client>;
