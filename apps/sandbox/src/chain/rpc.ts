import { usdtContract } from '@palpite/money/usdt'
import { Transaction as Signed } from 'micro-eth-signer'
import { z } from 'zod'
import type { World } from '../world.ts'
import {
  countMined,
  type Network,
  poolTransaction,
  readChain,
  readMined,
  readPool,
  readTransaction,
  sumMoved,
  type Transaction,
} from './queries.ts'

/** The initial balance of every wallet: a million USDT, and unlimited coins for fees. */
const FIRST_MICROS = 1_000_000_000_000

/** Chain ids that no real chain has. */
const CHAIN_IDS: Readonly<Record<Network, number>> = { TRC20: 31_338, ERC20: 31_337 }

/** A replacement must offer a tenth more. */
const DEARER = 1.1

/** An error answer of a node. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const quantity = (value: number): string => `0x${value.toString(16)}`

type Method = (world: World, network: Network, params: readonly unknown[]) => unknown

const text = (value: unknown): string => {
  const read = z.string().safeParse(value)
  if (!read.success) throw new RpcError(-32602, 'invalid params')
  return read.data.toLowerCase()
}

const callShape = z.object({ to: z.string(), data: z.string().regex(/^0x70a08231[0-9a-f]{64}$/i) })

/** The RPC methods of a node. */
const METHODS: Readonly<Record<string, Method>> = {
  eth_chainId: (_world, network) => quantity(CHAIN_IDS[network]),
  eth_blockNumber: ({ store, now }, network) => quantity(readChain(store, network, now()).head),
  eth_gasPrice: ({ store, now }, network) => quantity(readChain(store, network, now()).feeWei),
  eth_getTransactionCount: ({ store }, network, [address, tag]) => {
    const sender = text(address)
    const mined = countMined(store, network, sender)
    const waiting = tag === 'pending' ? readPool(store, network).filter((one) => one.sender === sender) : []
    return quantity(mined + waiting.length)
  },
  eth_sendRawTransaction: (world, network, [raw]) => acceptTransaction(world, network, text(raw)),
  eth_getTransactionByHash: ({ store }, network, [hash]) => {
    const found = readTransaction(store, network, text(hash))
    if (found === undefined || found.status === 'gone') return null
    return { hash: found.hash, blockNumber: found.block === undefined ? null : quantity(found.block) }
  },
  eth_getTransactionReceipt: ({ store }, network, [hash]) => {
    const found = readTransaction(store, network, text(hash))
    if (found?.block === undefined) return null
    return {
      transactionHash: found.hash,
      blockNumber: quantity(found.block),
      status: found.hasFailed ? '0x0' : '0x1',
    }
  },
  eth_getBlockByNumber: ({ store, now, settings }, network, [number]) => {
    const { head, madeAt } = readChain(store, network, now())
    const block = Number(BigInt(text(number)))
    if (block > head) return null
    // Blocks come at even intervals here, so the time of an older one follows from the last.
    const madeMs = Math.max(0, madeAt - (head - block) * settings.blockMs)
    return { number: quantity(block), timestamp: quantity(Math.floor(madeMs / 1000)) }
  },
  eth_getLogs: ({ store }, network, [filter]) => {
    const read = filterShape.safeParse(filter)
    if (!read.success) throw new RpcError(-32602, 'invalid params')
    const [from, to] = [Number(BigInt(read.data.fromBlock)), Number(BigInt(read.data.toBlock))]
    const [, senders, recipients] = read.data.topics
    const isAmong = (wanted: readonly string[] | null, account: string): boolean =>
      wanted === null || wanted.some((topic) => topic.toLowerCase() === word(account))
    return readMined(store, network, from)
      .filter(({ block = 0, hasFailed }) => block <= to && !hasFailed)
      .filter(({ sender, recipient }) => isAmong(senders, sender) && isAmong(recipients, recipient))
      .map((one) => logOf(network, one))
  },
  eth_call: ({ store }, network, [call]) => {
    const read = callShape.safeParse(call)
    if (!read.success || read.data.to.toLowerCase() !== usdtContract(network)) {
      throw new RpcError(3, 'execution reverted')
    }
    const holder = `0x${read.data.data.slice(-40).toLowerCase()}`
    const moved = sumMoved(store, network, holder)
    return quantity(moved.onlyGot ? moved.micros : FIRST_MICROS + moved.micros)
  },
}

const word = (hex: string): string => `0x${hex.replace(/^0x/, '').padStart(64, '0')}`

/** The topic of the token's transfer log. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const topic = z.string().regex(/^0x[0-9a-f]{64}$/i)
const anyOf = z.array(topic).max(1000).nullable()
const filterShape = z.object({
  fromBlock: z.string().regex(/^0x[0-9a-f]{1,12}$/i),
  toBlock: z.string().regex(/^0x[0-9a-f]{1,12}$/i),
  // Filters by sender and recipient; a missing one matches all.
  topics: z.tuple([z.literal(TRANSFER), anyOf, anyOf.default(null)]),
})

/** Another token, which anyone can create and call USDT. */
const OTHER_TOKEN = `0x${'77'.repeat(20)}`

const logOf = (network: Network, one: Transaction): object => ({
  address: one.isOtherToken ? OTHER_TOKEN : usdtContract(network),
  topics: [TRANSFER, word(one.sender), word(one.recipient)],
  data: word(one.micros.toString(16)),
  transactionHash: one.hash,
  blockNumber: quantity(one.block ?? 0),
  // Here each transaction is one transfer, so its hash alone gives its index in the block.
  logIndex: quantity(Number.parseInt(one.hash.slice(2, 6), 16)),
})

/** Answers one call of Ethereum's JSON-RPC. */
export const answerCall = (
  world: World,
  network: Network,
  method: string,
  params: readonly unknown[],
): unknown => {
  const known = METHODS[method]
  if (!known) throw new RpcError(-32601, `the method ${method} does not exist`)
  return known(world, network, params)
}

/** Adds a signed transfer to the pool, as a node does: nonce, chain and signature must be valid. */
const acceptTransaction = (world: World, network: Network, raw: string): string =>
  world.store.atomically(() => {
    const { store } = world
    const sent = readTransfer(network, raw)
    const known = readTransaction(store, network, sent.hash)
    if (known !== undefined && known.status !== 'gone') throw new RpcError(-32000, 'already known')
    if (sent.nonce < countMined(store, network, sent.sender)) throw new RpcError(-32000, 'nonce too low')
    for (const other of readPool(store, network)) {
      if (other.sender !== sent.sender || other.nonce !== sent.nonce) continue
      if (sent.feeWei < other.feeWei * DEARER) {
        throw new RpcError(-32000, 'replacement transaction underpriced')
      }
    }
    poolTransaction(store, sent)
    world.wake()
    return sent.hash
  })

const readTransfer = (network: Network, raw: string): Transaction => {
  try {
    const signed = Signed.fromHex(raw)
    const { chainId, to, nonce, data, maxFeePerGas } = readFields(signed.raw)
    if (chainId !== BigInt(CHAIN_IDS[network])) throw new Error('another chain')
    if (to.toLowerCase() !== usdtContract(network) || !/^0xa9059cbb[0-9a-f]{128}$/i.test(data)) {
      throw new Error('no transfer of the token')
    }
    return {
      hash: signed.hash,
      network,
      sender: signed.sender.toLowerCase(),
      nonce: Number(nonce),
      recipient: `0x${data.slice(34, 74).toLowerCase()}`,
      micros: Number(BigInt(`0x${data.slice(74)}`)),
      feeWei: Number(maxFeePerGas),
      status: 'pool',
      block: undefined,
      hasFailed: false,
      isOtherToken: false,
    }
  } catch (error) {
    throw new RpcError(
      -32000,
      `invalid transaction: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}

const fieldsShape = z.object({
  chainId: z.bigint(),
  to: z.string(),
  nonce: z.bigint(),
  data: z.string(),
  maxFeePerGas: z.bigint(),
})

const readFields = (raw: unknown) => fieldsShape.parse(raw)
