import { expect, test } from 'vitest'
import { networkOf } from './throttles.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.250', '203.0.113.0/24'],
  ['2001:db8:1:22ff:1:2:3:4', '2001:0db8:0001:2200::/56'],
  ['2001:db8:1:22aa::9', '2001:0db8:0001:2200::/56'],
  ['::1', '0000:0000:0000:0000::/56'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
  ['no address', 'no address'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
