import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Fault } from '../../platform/errors.ts'
import { notedCall } from '../../platform/call-outside.ts'

/** The block of a transaction, and whether it succeeded. */
export type Receipt = { block: number; hasSucceeded: boolean }

/** A token transfer, as the chain logs it. */
export type Sent = {
  hash: string
  contract: string
  recipient: string
  /** At most a safe integer: other tokens may count in any unit. */
  micros: number
  block: number
  /** Its index in the block. */
  place: number
}

/** A chain, read through a node. Every call throws a Fault if the node gives no valid answer. */
export type Chain = {
  chainId: () => Promise<number>
  /** How many transactions of this sender are mined. */
  countMined: (address: string) => Promise<number>
  /** The current gas price, in wei. */
  feeWei: () => Promise<number>
  head: () => Promise<number>
  /** Sends a signed transaction to the node; one that the node has already is no refusal. */
  broadcast: (raw: string) => Promise<{ isAccepted: true } | { isAccepted: false; why: string }>
  receipt: (hash: string) => Promise<Receipt | undefined>
  /** Whether the node has it, mined or pending. */
  knows: (hash: string) => Promise<boolean>
  /** The time of a block. */
  blockAt: (block: number) => Promise<Date>
  /** Transfers of every token to these accounts, in blocks between two numbers, inclusive. */
  transfersTo: (accounts: readonly string[], from: number, to: number) => Promise<readonly Sent[]>
  /** The same from these accounts. */
  transfersFrom: (accounts: readonly string[], from: number, to: number) => Promise<readonly Sent[]>
  /** A holder's token balance, in millionths. */
  balanceMicros: (contract: string, holder: string) => Promise<number>
}

const answerShape = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})
const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
const receiptShape = z.nullable(z.object({ blockNumber: quantity, status: quantity }))
const transactionShape = z.nullable(z.object({ hash: z.string() }))

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const word = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const blockShape = z.object({ timestamp: quantity })
const logsShape = z.array(
  z.object({
    address,
    topics: z.array(word),
    data: z.string().regex(/^0x[0-9a-fA-F]*$/),
    transactionHash: word,
    blockNumber: quantity,
    logIndex: quantity,
    removed: z.boolean().optional(),
  }),
)

/** The hash of `Transfer(address,address,uint256)`: the topic of every ERC-20 transfer log. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const asWord = (account: string): string => `0x${account.slice(2).padStart(64, '0')}`

/** The transfer in a log; none if the token logs another shape, as NFTs do. */
function sentIn(log: z.infer<typeof logsShape>[number]): Sent[] {
  const [signature, , recipient] = log.topics
  const isTransfer =
    signature?.toLowerCase() === TRANSFER && log.topics.length === 3 && log.data.length === 66
  if (!isTransfer || recipient === undefined || log.removed === true) return []
  const value = BigInt(log.data)
  return [
    {
      hash: log.transactionHash.toLowerCase(),
      contract: log.address.toLowerCase(),
      recipient: `0x${recipient.slice(-40).toLowerCase()}`,
      micros: value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value),
      block: Number(BigInt(log.blockNumber)),
      place: Number(BigInt(log.logIndex)),
    },
  ]
}

/**
 * Removes repeated logs, by transaction and index: a node may repeat one, and money that came once is one transfer.
 * If two logs with the same index differ, the answer is invalid.
 */
function eachOnce(sent: readonly Sent[]): Sent[] {
  const named = new Map<string, Sent>()
  for (const one of sent) {
    const name = `${one.hash} ${one.place}`
    const first = named.get(name) ?? one
    if (!isDeepStrictEqual(first, one)) throw new Fault(`the chain reports the log ${name} in two versions`)
    named.set(name, first)
  }
  return [...named.values()]
}

type Answer = z.infer<typeof answerShape>

/** Node errors for a transaction that they have or had: no refusal. */
const KNOWN = /already known|already imported|nonce too low/i

const hex = (value: number): string => `0x${value.toString(16)}`

/** A node with Ethereum's JSON-RPC. */
export function openChain(url: string, timeoutMs: number): Chain {
  let id = 0
  // Only its host: the path often contains the node's API key.
  const name = `chain ${new URL(url).host}`
  const call = (method: string, params: readonly unknown[]) => notedCall(name, callNode(method, params))
  const callNode = async (method: string, params: readonly unknown[]): Promise<Answer> => {
    id += 1
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      return answerShape.parse(await response.json())
    } catch (error) {
      throw new Fault(`no answer from the chain about ${method}`, error)
    }
  }
  const ask = async <T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T> => {
    const { result, error } = await call(method, params)
    const read = shape.safeParse(result)
    if (error || !read.success)
      throw new Fault(`the chain answered ${method} with ${error?.message ?? 'nonsense'}`)
    return read.data
  }
  const logs = async (topics: readonly unknown[], from: number, to: number): Promise<Sent[]> => {
    const filter = { fromBlock: hex(from), toBlock: hex(to), topics: [TRANSFER, ...topics] }
    return eachOnce((await ask('eth_getLogs', [filter], logsShape)).flatMap(sentIn))
  }
  const count = async (method: string, params: readonly unknown[]): Promise<number> =>
    Number(BigInt(await ask(method, params, quantity)))
  return {
    chainId: () => count('eth_chainId', []),
    countMined: (address) => count('eth_getTransactionCount', [address, 'latest']),
    feeWei: () => count('eth_gasPrice', []),
    head: () => count('eth_blockNumber', []),
    broadcast: async (raw) => {
      const { error } = await call('eth_sendRawTransaction', [raw])
      if (!error || KNOWN.test(error.message)) return { isAccepted: true }
      return { isAccepted: false, why: error.message.slice(0, 160) }
    },
    receipt: async (hash) => {
      const receipt = await ask('eth_getTransactionReceipt', [hash], receiptShape)
      return receipt
        ? { block: Number(BigInt(receipt.blockNumber)), hasSucceeded: BigInt(receipt.status) === 1n }
        : undefined
    },
    knows: async (hash) => (await ask('eth_getTransactionByHash', [hash], transactionShape)) !== null,
    blockAt: async (block) => {
      const { timestamp } = await ask('eth_getBlockByNumber', [hex(block), false], blockShape)
      return new Date(Number(BigInt(timestamp)) * 1000)
    },
    transfersTo: (accounts, from, to) => logs([null, accounts.map(asWord)], from, to),
    transfersFrom: (accounts, from, to) => logs([accounts.map(asWord)], from, to),
    balanceMicros: (contract, holder) =>
      count('eth_call', [{ to: contract, data: `0x70a08231${holder.slice(2).padStart(64, '0')}` }, 'latest']),
  }
}

/** Blocks that one call to a node covers; public nodes accept this many. */
const BLOCKS_AT_ONCE = 500

export type Blocks = { from: number; to: number }

/** The blocks of a span, its end excluded, in ranges. */
export async function blocksOf(chain: Chain, { from, to }: { from: Date; to: Date }): Promise<Blocks[]> {
  const head = await chain.head()
  const first = await firstBlockSince(chain, from, head)
  const last = (await firstBlockSince(chain, to, head)) - 1
  const pages: Blocks[] = []
  for (let at = first; at <= last; at += BLOCKS_AT_ONCE) {
    pages.push({ from: at, to: Math.min(last, at + BLOCKS_AT_ONCE - 1) })
  }
  return pages
}

/** The first block at or after a moment; one beyond the head if there is none. */
async function firstBlockSince(chain: Chain, moment: Date, head: number): Promise<number> {
  let [low, high] = [0, head + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await chain.blockAt(middle)) < moment) low = middle + 1
    else high = middle
  }
  return low
}
