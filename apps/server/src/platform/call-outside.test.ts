import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callOutside, isPublicAddress, type Outside, whyNotOutside } from './call-outside.ts'

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254', // the metadata service of most clouds
  '168.63.129.16', // Azure's
  '100.100.100.200', // Alibaba's, in the shared carrier space
  '100.64.0.1',
  '192.0.0.192', // Oracle's
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254', // AWS's
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'studio.example',
  '',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700::1111'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

/** A resolver that returns these addresses, one set after the other. */
const outsideWith = (
  answers: readonly (readonly string[])[],
  config: Partial<Outside['config']> = {},
): Outside & { asked: () => number } => {
  let asked = 0
  return {
    asked: () => asked,
    config: { NODE_ENV: 'production', STUDIO_URL: undefined, PRIVATE_ORIGINS: undefined, ...config },
    resolve: (host) => {
      const found = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (!found) return Promise.reject(new Error(`unknown host ${host}`))
      return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
    },
  }
}

const whyNot = (url: string, answers: readonly string[] = ['1.1.1.1'], config = {}) =>
  whyNotOutside(outsideWith([answers], config), url)

describe('an address given by an operator', () => {
  test.each([
    ['https://studio.example', ['1.1.1.1'], undefined],
    ['https://studio.example', ['1.1.1.1', '2606:4700::1111'], undefined],
    ['https://studio.example', ['1.1.1.1', '10.0.0.1'], 'private_address'],
    ['https://studio.example', ['::ffff:169.254.169.254'], 'private_address'],
    ['http://studio.example', ['1.1.1.1'], 'not_https'],
    ['https://127.0.0.1', [], 'private_address'],
    ['https://2130706433', [], 'private_address'], // 127.0.0.1 as one number
    ['https://0x7f.1', [], 'private_address'],
    ['https://[::1]:8443', [], 'private_address'],
    ['https://[::ffff:127.0.0.1]', [], 'private_address'],
    ['https://169.254.169.254', [], 'private_address'],
    ['https://8.8.8.8', [], undefined],
    ['https://someone@studio.example', ['1.1.1.1'], 'malformed'],
    ['ftp://studio.example', ['1.1.1.1'], 'malformed'],
    ['no address', [], 'malformed'],
  ] as const)('%s, resolving to %j, is refused as %s', async (url, answers, why) => {
    expect(await whyNot(url, answers)).toBe(why)
  })

  test('may have an unknown name, and plain http outside of production', async () => {
    expect(await whyNotOutside(outsideWith([]), 'https://studio.example')).toBeUndefined()
    expect(await whyNot('http://studio.example', ['1.1.1.1'], { NODE_ENV: 'development' })).toBeUndefined()
    expect(await whyNot('http://localhost:3003', ['127.0.0.1'], { NODE_ENV: 'development' })).toBe(
      'private_address',
    )
  })

  test('may be private if the configuration lists that origin', async () => {
    const named = {
      STUDIO_URL: 'http://localhost:3003/games',
      PRIVATE_ORIGINS: 'http://10.0.0.7:8080 https://b.example',
    }
    for (const url of ['http://localhost:3003', 'http://10.0.0.7:8080', 'https://b.example'])
      expect(await whyNot(url, ['10.0.0.1'], named)).toBeUndefined()
    for (const url of ['https://localhost:3003', 'https://10.0.0.7:8081', 'https://c.example'])
      expect(await whyNot(url, ['10.0.0.1'], named)).toBe('private_address')
  })
})

describe('a call', () => {
  let server: Server
  let origin: string
  let port: number
  const paths: string[] = []

  beforeAll(async () => {
    server = createServer((request, answer) => {
      paths.push(request.url ?? '')
      if (request.url === '/elsewhere') answer.writeHead(302, { location: '/inside' })
      answer.end(request.url === '/much' ? 'x'.repeat(5000) : 'hello')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    ;({ port } = server.address() as AddressInfo)
    origin = `http://127.0.0.1:${port}`
  })
  beforeEach(() => void paths.splice(0))
  afterAll(() => new Promise((closed) => server.close(closed)))

  const call = (outside: Outside, url: string) =>
    callOutside(outside, url, { method: 'GET', maxBytes: 1000, signal: AbortSignal.timeout(5000) })

  test('is not made if the name has come to resolve to a private address', async () => {
    const outside = outsideWith([['1.1.1.1'], ['127.0.0.1']], { NODE_ENV: 'development' })
    const url = `http://studio.example:${port}/`
    expect(await whyNotOutside(outside, url)).toBeUndefined()
    await expect(call(outside, url)).rejects.toThrow('private_address')
    expect(outside.asked()).toBe(2)
    expect(paths).toEqual([])
  })

  test.each([
    ['of a name with one private address among others', [['1.1.1.1', '127.0.0.1']], 'studio.example'],
    ['of an IPv4 address inside an IPv6 one', [['::ffff:127.0.0.1']], 'studio.example'],
    ['of a literal address', [], '127.0.0.1'],
    ['of a literal address as one number', [], '2130706433'],
    ['of a literal IPv6 address', [], '[::ffff:127.0.0.1]'],
  ] as const)('%s is not made', async (_what, answers, host) => {
    const outside = outsideWith(answers, { NODE_ENV: 'development' })
    await expect(call(outside, `http://${host}:${port}/`)).rejects.toThrow('private_address')
    expect(paths).toEqual([])
  })

  test('is made if the configuration lists the origin, and follows no redirect', async () => {
    const outside = outsideWith([], { PRIVATE_ORIGINS: origin })
    expect(await call(outside, `${origin}/`)).toEqual({ status: 200, text: 'hello' })
    expect(await call(outside, `${origin}/elsewhere`)).toMatchObject({ status: 302 })
    expect(paths).toEqual(['/', '/elsewhere'])
  })

  test('reads no more than its limit', async () => {
    const outside = outsideWith([], { PRIVATE_ORIGINS: origin })
    await expect(call(outside, `${origin}/much`)).rejects.toThrow('too long')
  })
})
