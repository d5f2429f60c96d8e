import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network an address belongs to: a /24 of IPv4, a /56 of IPv6. Whoever has one address of it easily has
 * the others.
 */
export function networkOf(ip: string): string {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const whole = plain.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last]
    : groups
  const [one = '0', two = '0', three = '0', four = '0'] = whole.map((group) => group.padStart(4, '0'))
  return `${one}:${two}:${three}:${four.slice(0, 2)}00::/56`
}
