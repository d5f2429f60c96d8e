import type { Job } from '../clock/alarm.ts'
import type { Store } from '../store/index.ts'
import type { World } from '../world.ts'
import {
  type Chain,
  countMined,
  type Network,
  NETWORKS,
  poolTransaction,
  readChain,
  readMined,
  readPool,
  writeChain,
  writePlace,
} from './queries.ts'

/** Blocks made after the last transaction: deep enough for every wait for confirmations; then the chain pauses. */
const DEEP = 100

/** Makes a block whenever one is due, while any confirmation is awaited. */
export const chainJob = (world: World): Job => {
  const { store, settings, now } = world
  const dueAt = (network: Network): number | undefined => {
    const chain = readChain(store, network, now())
    const isWaitedFor =
      readPool(store, network).length > 0 || readMined(store, network, chain.head - DEEP).length > 0
    return isWaitedFor ? chain.madeAt + settings.blockMs : undefined
  }
  return {
    nextDueAt: () => {
      const moments = NETWORKS.map(dueAt).filter((moment) => moment !== undefined)
      return moments.length === 0 ? undefined : Math.min(...moments)
    },
    run: () => {
      for (const network of NETWORKS) {
        const moment = dueAt(network)
        if (moment !== undefined && moment <= now()) makeBlocks(world, network, 1)
      }
    },
  }
}

/** Makes several blocks at once; the first one mines the pending transactions. */
export const makeBlocks = ({ store, now }: World, network: Network, count: number): Chain =>
  store.atomically(() => {
    const before = readChain(store, network, now())
    let chain: Chain = { ...before, madeAt: now() }
    for (let made = 0; made < count; made += 1) {
      chain = { ...chain, head: chain.head + 1 }
      if (!chain.isHeld) chain = fillBlock(store, chain)
    }
    writeChain(store, chain)
    return chain
  })

/** Mines the transactions that offer enough, in nonce order per sender; of two with one nonce, the better paid. */
const fillBlock = (store: Store, before: Chain): Chain => {
  const { network, head, feeWei } = before
  let { reverts } = before
  const pool = readPool(store, network)
  const dearestFirst = [...pool].sort((one, other) => one.nonce - other.nonce || other.feeWei - one.feeWei)
  for (const { hash, sender, nonce, feeWei: offered } of dearestFirst) {
    const next = countMined(store, network, sender)
    if (nonce < next) writePlace(store, { hash, status: 'gone', block: undefined, hasFailed: false })
    if (nonce !== next || offered < feeWei) continue
    const hasFailed = reverts > 0
    if (hasFailed) reverts -= 1
    writePlace(store, { hash, status: 'mined', block: head, hasFailed })
  }
  return { ...before, reverts }
}

/**
 * Another branch wins: the latest blocks, as many as given, leave the chain. Their transactions return to the pool,
 * or are lost if `loses` is true.
 */
export const reorganise = ({ store, now }: World, network: Network, depth: number, loses: boolean): Chain =>
  store.atomically(() => {
    const chain = readChain(store, network, now())
    for (const transaction of readMined(store, network, chain.head - depth + 1)) {
      if (loses) {
        writePlace(store, { hash: transaction.hash, status: 'gone', block: undefined, hasFailed: false })
      } else poolTransaction(store, transaction)
    }
    const longer: Chain = { ...chain, head: chain.head + 1, madeAt: now() }
    writeChain(store, longer)
    return longer
  })
