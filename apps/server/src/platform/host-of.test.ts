import { expect, test } from 'vitest'
import { boundConnections } from './http/bound-connections.ts'
import { inTurns } from './costly-work.ts'
import { Busy } from './errors.ts'
import { hostOf, openLimits } from './limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:22:1:2:3:4', '2001:0db8:0001:0022::/64'],
  ['2001:DB8:1:22::9', '2001:0db8:0001:0022::/64'],
  ['2001:db8:1:23::9', '2001:0db8:0001:0023::/64'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
  ['4711', '4711'],
  ['a name:b', 'a name:b'],
  ['A Name:B', 'A Name:B'],
])('%s counts as %s', (ip, host) => {
  expect(hostOf(ip)).toBe(host)
})

const addressesOf = (network: string) => Array.from({ length: 40 }, (_none, at) => `${network}::${at + 1}`)

test('a host that changes its IPv6 address with every call has one budget, and its neighbours have theirs', async () => {
  const calls = openLimits(undefined).limiter('hosts', 3, 60)
  const taken: boolean[] = []
  for (const ip of addressesOf('2001:db8:0:1')) taken.push(await calls.consume(ip))
  expect(taken.filter(Boolean)).toHaveLength(3)
  expect(await calls.consume('2001:db8:0:2::1')).toBe(true)
  await calls.forget('2001:db8:0:1::99')
  expect(await calls.consume('2001:db8:0:1::1')).toBe(true)
})

test('such a host has one share of a costly task, and of open connections', async () => {
  const inTurn = inTurns('test', { atOnce: 1, waiting: 10, each: 2 })
  const works = await Promise.allSettled(
    addressesOf('2001:db8:0:1').map((ip) => inTurn(ip, () => new Promise((done) => setImmediate(done)))),
  )
  const busy = works.filter((one) => one.status === 'rejected' && one.reason instanceof Busy)
  expect(busy).toHaveLength(38)
  let connected: ((socket: object) => void) | undefined
  const server = { on: (_name: string, handle: typeof connected) => (connected = handle) }
  boundConnections(server as never, { TRUST_PROXY: '0', SERVERS: 1 }, 2)
  let hungUp = 0
  for (const remoteAddress of addressesOf('2001:db8:0:1'))
    connected?.({ remoteAddress, destroy: () => (hungUp += 1), once: () => undefined })
  expect(hungUp).toBe(38)
})
