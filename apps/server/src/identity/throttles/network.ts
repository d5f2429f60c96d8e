import { isIPv4, isIPv6 } from 'node:net'
import { networkGroups, plainAddress } from '../../platform/host-of.ts'

/**
 * The network an address belongs to: a /24 of IPv4, a /56 of IPv6. Whoever has one address of it easily has
 * the others.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return plain
  const [one, two, three, four] = networkGroups(plain)
  return `${one}:${two}:${three}:${four.slice(0, 2)}00::/56`
}
