import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { injectFaults } from '../faults/index.ts'
import { readShape } from '../web/read-shape.ts'
import { Refusal } from '../web/refusal.ts'
import type { World } from '../world.ts'
import { makeBlocks, reorganise } from './make-blocks.ts'
import {
  type Network,
  NETWORKS,
  poolTransaction,
  readChain,
  readMined,
  readPool,
  readQuote,
  writeChain,
  writeQuote,
} from './queries.ts'
import { answerCall, RpcError } from './rpc.ts'

const callShape = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

const changeShape = z.strictObject({
  feeGwei: z.int().min(1).max(100_000).optional(),
  isHeld: z.boolean().optional(),
  reverts: z.int().min(0).max(1000).optional(),
})
const mineShape = z.strictObject({ blocks: z.int().min(1).max(1000).default(1) })
const reorgShape = z.strictObject({ depth: z.int().min(1).max(1000), loses: z.boolean().default(false) })
const paymentShape = z.strictObject({
  to: z.string().regex(/^0x[0-9a-f]{40}$/i),
  micros: z.int().min(1).max(1_000_000_000_000_000),
  isOtherToken: z.boolean().default(false),
})
const quoteShape = z.strictObject({
  rate: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/),
  isSilent: z.boolean().default(false),
  /** The age of a rate that the source keeps repeating. */
  ageSeconds: z.int().min(-86_400).max(31_536_000).default(0),
})

type WithNetwork = { Params: { network: string } }

const QUOTE_LIFE_MS = 60_000

/** The nodes of both chains over JSON-RPC, the controls for tests, and the price of a USDT. */
export const chainRoutes = async (web: FastifyInstance, world: World): Promise<void> => {
  const { store, now } = world
  await web.register(async (nodes) => {
    injectFaults(nodes, world)
    const config = { config: { operation: 'chain.call' } } as const
    nodes.post<WithNetwork>('/chain/:network', config, async (request) => {
      const network = networkOf(request.params.network)
      const { id, method, params } = readShape(callShape, request.body)
      try {
        return { jsonrpc: '2.0', id, result: answerCall(world, network, method, params) }
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
      }
    })
  })
  web.get<WithNetwork>('/sandbox/chain/:network', async (request) => shown(networkOf(request.params.network)))
  web.post<WithNetwork>('/sandbox/chain/:network', async (request) => {
    const network = networkOf(request.params.network)
    const { feeGwei, isHeld, reverts } = readShape(changeShape, request.body)
    const chain = readChain(store, network, now())
    const feeWei = feeGwei === undefined ? chain.feeWei : feeGwei * 1_000_000_000
    writeChain(store, { ...chain, feeWei, isHeld: isHeld ?? chain.isHeld, reverts: reverts ?? chain.reverts })
    world.wake()
    return shown(network)
  })
  web.post<WithNetwork>('/sandbox/chain/:network/mine', async (request) => {
    const network = networkOf(request.params.network)
    makeBlocks(world, network, readShape(mineShape, request.body).blocks)
    return shown(network)
  })
  web.post<WithNetwork>('/sandbox/chain/:network/pay', async (request) => {
    const network = networkOf(request.params.network)
    const { to, micros, isOtherToken } = readShape(paymentShape, request.body)
    const hash = `0x${randomBytes(32).toString('hex')}`
    // From a new wallet, so that its nonce is always the first.
    poolTransaction(store, {
      hash,
      network,
      sender: `0x${randomBytes(20).toString('hex')}`,
      nonce: 0,
      recipient: to.toLowerCase(),
      micros,
      feeWei: 100_000_000_000_000,
      status: 'pool',
      block: undefined,
      hasFailed: false,
      isOtherToken,
    })
    world.wake()
    return { hash }
  })
  web.post<WithNetwork>('/sandbox/chain/:network/reorg', async (request) => {
    const network = networkOf(request.params.network)
    const { depth, loses } = readShape(reorgShape, request.body)
    reorganise(world, network, depth, loses)
    return shown(network)
  })
  web.get('/quotes/usdt', async () => {
    const { rate, isSilent, ageSeconds } = readQuote(store)
    if (isSilent) throw new Refusal(503, { reason: 'silent', message: 'No price now.' })
    const rateAt = new Date(now() - ageSeconds * 1_000).toISOString()
    return { rate, rateAt, expiresAt: new Date(now() + QUOTE_LIFE_MS).toISOString() }
  })
  web.post('/sandbox/quotes/usdt', async (request) => {
    const quote = readShape(quoteShape, request.body)
    writeQuote(store, quote)
    return quote
  })

  function shown(network: Network): object {
    const { head, feeWei, isHeld, reverts } = readChain(store, network, now())
    return {
      network,
      head,
      feeWei,
      isHeld,
      reverts,
      pool: readPool(store, network),
      mined: readMined(store, network, 0),
    }
  }
}

const networkOf = (name: string): Network => {
  const network = NETWORKS.find((one) => one === name)
  if (network === undefined) throw new Refusal(404, { reason: 'not_found', message: 'No such network.' })
  return network
}
