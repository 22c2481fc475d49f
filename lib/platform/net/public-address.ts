import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicastV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an IP address is this machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';

// On networks with only IPv6, DNS64 answers with this prefix and the IPv4 address of the host (RFC 6052).
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an IP address, as a resolver or a socket writes it, is public. Not public are private, loopback, link-local,
 * shared, reserved and multicast addresses, and IPv6 forms that contain an IPv4 address, except that of DNS64 with a public one.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(nat64))
    return isPublicAddress(ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString());
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
};
