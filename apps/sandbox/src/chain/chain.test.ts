import { usdtContract } from '@palpite/money/usdt'
import { addr, Transaction } from 'micro-eth-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness, type Harness } from '../testing/start-harness.ts'
import { record } from '../testing/record.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const wallet = addr.random()
const recipient = addr.random().address.toLowerCase()

const signed = (nonce: number, feeGwei: number, micros = 1_500_000) =>
  Transaction.prepare({
    type: 'eip1559',
    chainId: 31_337n,
    to: usdtContract('ERC20'),
    nonce: BigInt(nonce),
    value: 0n,
    gasLimit: 100_000n,
    maxFeePerGas: BigInt(feeGwei) * 1_000_000_000n,
    maxPriorityFeePerGas: BigInt(feeGwei) * 1_000_000_000n,
    data: `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${micros.toString(16).padStart(64, '0')}`,
  }).signBy(wallet.privateKey, false)

const rpc = async (method: string, ...params: unknown[]) =>
  (await harness.open('POST', '/chain/ERC20', { jsonrpc: '2.0', id: 1, method, params })).body
const resultOf = async (method: string, ...params: unknown[]) => (await rpc(method, ...params))['result']
const messageOf = async (method: string, ...params: unknown[]) =>
  record((await rpc(method, ...params))['error'])['message']
const send = (nonce: number, feeGwei: number) => rpc('eth_sendRawTransaction', signed(nonce, feeGwei).toHex())
const control = (what: string, body: object = {}) => harness.open('POST', `/sandbox/chain/ERC20${what}`, body)
const balance = async (holder: string) =>
  Number(
    await resultOf('eth_call', {
      to: usdtContract('ERC20'),
      data: `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`,
    }),
  )

test('a signed transfer waits in the pool, then is in a block and moves the token', async () => {
  const { hash } = signed(0, 2)
  expect(await send(0, 2)).toMatchObject({ result: hash })
  expect(await messageOf('eth_sendRawTransaction', signed(0, 2).toHex())).toBe('already known')
  expect(await resultOf('eth_getTransactionReceipt', hash)).toBe(null)
  await control('/mine')
  expect(await resultOf('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await balance(recipient)).toBe(1_500_000) // a wallet that has only received starts at zero
  expect(await messageOf('eth_sendRawTransaction', signed(0, 9).toHex())).toBe('nonce too low')
})

test('a transaction with a low fee waits, and a replacement must offer at least a tenth more', async () => {
  await control('', { feeGwei: 5 })
  await send(1, 2)
  await control('/mine')
  expect(await resultOf('eth_getTransactionReceipt', signed(1, 2).hash)).toBe(null)
  expect(await messageOf('eth_sendRawTransaction', signed(1, 2).toHex())).toBe('already known')
  await send(1, 6)
  await control('/mine')
  expect(await resultOf('eth_getTransactionReceipt', signed(1, 6).hash)).toMatchObject({ status: '0x1' })
  expect(await resultOf('eth_getTransactionByHash', signed(1, 2).hash)).toBe(null)
})

test('a reorganised chain returns transfers to the pool, or loses them', async () => {
  await send(2, 9)
  await control('/mine')
  await control('/reorg', { depth: 1 })
  expect(await resultOf('eth_getTransactionReceipt', signed(2, 9).hash)).toBe(null)
  expect(await resultOf('eth_getTransactionByHash', signed(2, 9).hash)).toMatchObject({ blockNumber: null })
  await control('/mine')
  await control('/reorg', { depth: 1, loses: true })
  expect(await resultOf('eth_getTransactionByHash', signed(2, 9).hash)).toBe(null)
  await send(2, 9)
  await control('/mine')
  expect(await resultOf('eth_getTransactionReceipt', signed(2, 9).hash)).toMatchObject({ status: '0x1' })
})

test('a transfer armed to fail is mined and moves nothing', async () => {
  const before = await balance(recipient)
  await control('', { reverts: 1 })
  await send(3, 9)
  await control('/mine')
  expect(await resultOf('eth_getTransactionReceipt', signed(3, 9).hash)).toMatchObject({ status: '0x0' })
  expect(await balance(recipient)).toBe(before)
})

test.each([
  ['nonsense', '0x1234'],
  ['another chain', signed(4, 9).toHex().replace('827a69', '827a6a')],
])('a node refuses %s', async (_what, raw) => {
  expect(await messageOf('eth_sendRawTransaction', raw)).toMatch(/invalid transaction/)
})
