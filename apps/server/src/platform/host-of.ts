import { isIP } from 'node:net'

/** An address in one form: small letters, an IPv4 one that comes as IPv6 as itself. */
export const plainAddress = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** The first four groups of an IPv6 address, of four digits each: which network it is in. */
export function networkGroups(address: string): readonly [string, string, string, string] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const whole = address.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last]
    : groups
  const [one = '0', two = '0', three = '0', four = '0'] = whole.map((group) => group.padStart(4, '0'))
  return [one, two, three, four]
}

/**
 * What an address counts as where so many of one are bounded: IPv4 for itself, IPv6 with all of its /64, which is the least
 * that one host has: 2^64 addresses, each of which would be a fresh start. Anything else is left as it is.
 */
export function hostOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const plain = plainAddress(ip)
  switch (isIP(plain.split('%')[0] ?? '')) {
    case 6:
      return `${networkGroups(plain).join(':')}::/64`
    case 4:
      return plain
    default:
      return ip
  }
}
