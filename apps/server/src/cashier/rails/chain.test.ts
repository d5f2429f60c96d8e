import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../platform/errors.ts'
import { openChain } from './chain.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const account = `0x${'a'.repeat(40)}`
const hash = `0x${'1'.repeat(64)}`
const wordOf = (hex: string) => `0x${hex.padStart(64, '0')}`
const logOf = (logIndex: string, micros = 20_000_000, own: object = {}) => ({
  address: `0x${'c'.repeat(40)}`,
  topics: [TRANSFER, wordOf('b'.repeat(40)), wordOf('a'.repeat(40))],
  data: wordOf(micros.toString(16)),
  transactionHash: hash,
  blockNumber: '0x7',
  logIndex,
  ...own,
})

let node: Server
let url: string
/** The node's next answer. */
let result: unknown = []
beforeAll(async () => {
  node = createServer((_, answer) => answer.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result })))
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => node.close())

const transfers = async (logs: readonly object[]) => {
  result = logs
  const chain = openChain(url, 5000)
  return (await chain.transfersTo([account], 7, 7)).map(({ place, micros }) => [place, micros])
}

test('a log that a node repeats is one transfer', async () => {
  expect(await transfers([logOf('0x3'), logOf('0x3')])).toEqual([[3, 20_000_000]])
  expect(
    await transfers([
      logOf('0x3'),
      logOf('0x03', 20_000_000, { transactionHash: hash.toUpperCase().replace('X', 'x') }),
    ]),
  ).toEqual([[3, 20_000_000]])
})

test('two logs of one transaction are two transfers, even of the same amount', async () => {
  expect(await transfers([logOf('0x3'), logOf('0x4'), logOf('0x3')])).toEqual([
    [3, 20_000_000],
    [4, 20_000_000],
  ])
})

test('a log that a node removed does not count', async () => {
  expect(await transfers([logOf('0x3', 20_000_000, { removed: true })])).toEqual([])
})

test.each([
  ['another amount', { data: wordOf('1') }],
  ['another block', { blockNumber: '0x8' }],
])('a repeated log with another %s makes the answer invalid', async (_, own) => {
  await expect(transfers([logOf('0x3'), logOf('0x3', 20_000_000, own)])).rejects.toThrow(Fault)
})
