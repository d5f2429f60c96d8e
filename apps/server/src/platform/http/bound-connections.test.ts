import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { onServingCount } from '../workers.ts'
import { addressOf, boundConnections, boundSockets } from './bound-connections.ts'

/** Opens this many connections to a server that allows three per address; returns those kept open. */
async function kept(TRUST_PROXY: '0' | '1', count: number, SERVERS = 1) {
  const server = createServer((_request, response) => response.end('here'))
  server.keepAliveTimeout = 0 // those that are answered stay open, however long the next take
  boundConnections(server, { TRUST_PROXY, SERVERS }, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answered = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    const answer = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return { socket, answer }
  }
  const all: { socket: Socket; answer: boolean }[] = []
  for (let at = 0; at < count; at += 1) all.push(await answered())
  const first = all.find(({ answer }) => answer)
  first?.socket.destroy()
  await expect.poll(async () => (await answered()).answer).toBe(true)
  server.closeAllConnections()
  server.close()
  return all.map(({ answer }) => answer)
}

test('closes connections beyond an address’s limit, until it closes one', async () => {
  expect(await kept('0', 5)).toEqual([true, true, true, false, false])
})

test('one of three servers accepts a third of the limit; after the other two died it accepts all', async () => {
  expect(await kept('0', 3, 3)).toEqual([true, false, false])
  onServingCount({ serving: 1 })
  expect(await kept('0', 4, 3)).toEqual([true, true, true, false])
  onServingCount({ serving: 3 })
  expect(await kept('0', 3, 3)).toEqual([true, false, false])
})

test('when another server joins, an address above its new share may open a tenth more, and less with each that it closes', () => {
  onServingCount({ serving: 1 })
  const admits = boundSockets({ TRUST_PROXY: '0', SERVERS: 2 }, 100)
  const held: Socket[] = []
  /** Requests this many more connections; returns how many were granted. */
  const take = (count: number, from = '198.51.100.7'): number => {
    let given = 0
    for (let at = 0; at < count; at += 1) {
      const socket = new Socket()
      Object.defineProperty(socket, 'remoteAddress', { value: from })
      if (!admits({ headers: {}, socket })) continue
      given += 1
      held.push(socket)
    }
    return given
  }
  const close = (count: number) => held.splice(0, count).forEach((socket) => socket.emit('close'))
  expect(take(80)).toBe(80)
  onServingCount({ serving: 2 })
  expect(take(20)).toBe(10)
  expect(take(60, '192.0.2.1')).toBe(50) // the share of all others
  close(20)
  expect(take(20)).toBe(10)
  close(40)
  expect(take(20)).toBe(10) // 40 were left: its share again
  onServingCount({ serving: 1 })
  expect(take(100)).toBe(50)
  onServingCount({ serving: 2 })
  expect(take(10)).toBe(0) // never more than the whole
  onServingCount({ serving: 3 })
})

test('does not count a proxy’s connections as those of one caller', async () => {
  expect(await kept('1', 5)).toEqual([true, true, true, true, true])
})

test.each([
  ['0', '198.51.100.7', '127.0.0.1'],
  ['1', '198.51.100.7', '198.51.100.7'],
  ['1', '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  ['1', undefined, '127.0.0.1'],
] as const)('with TRUST_PROXY %s, forwarded for %s, the address is %s', (TRUST_PROXY, forwarded, address) => {
  const socket = { remoteAddress: '127.0.0.1' } as Socket
  expect(addressOf({ socket, headers: { 'x-forwarded-for': forwarded } }, { TRUST_PROXY })).toBe(address)
})
