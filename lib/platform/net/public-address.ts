import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicastV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an IP address is this machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';

/**
 * Whether an IP address, as a resolver or a socket writes it, is public. Not public are private, loopback, link-local,
 * shared, reserved and multicast addresses, and IPv6 forms that contain an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
};
