import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import { Fault } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { Chain, Sent, Blocks } from '../rails/chain.ts'
import { creditTransfer, reverseTransfer, waitsForReview } from './credit-transfers.ts'
import {
  claimFollowed,
  type Following,
  selectAccounts,
  selectReadBlock,
  selectWaitingForReview,
  type Transfer,
  updateTransfer,
  upsertReadBlock,
  upsertTransfers,
} from './queries.ts'
import { changeOf } from './rules.ts'

export const NETWORKS: readonly UsdtNetwork[] = ['TRC20', 'ERC20']

/** Blocks and addresses that one call to a node covers; public nodes accept this many. */
const BLOCKS_AT_ONCE = 500
const ACCOUNTS_AT_ONCE = 500
/** Re-reads the last blocks, this many times the confirmation depth: another branch may have won. */
const OVERLAPS = 2
/** Looks for a lost transfer this many times the confirmation depth. */
const LOST_FOR = 20
/** The most transfers followed per run: unsure ones, and credited ones. */
const WAITING_AT_ONCE = 500
const CREDITED_AT_ONCE = 100
/** After this many failed calls in a row the run leaves a node alone. */
const SILENCES = 3

/**
 * Reads transfers to players' addresses and follows them until they are final. Transfers are stored before they are
 * credited; two servers that run at once get the same result.
 */
export async function watchChains(cashier: Cashier): Promise<void> {
  const { chains } = cashier.usdt
  if (!chains) return
  for (const network of NETWORKS) {
    try {
      await watchChain(cashier, network, chains[network])
    } catch (error) {
      // The other network's players must not wait for this one.
      const { log } = cashier.deps
      if (error instanceof Fault)
        log.warn({ err: error, network }, 'a chain does not answer about incoming transfers')
      else log.error({ err: error, network }, 'incoming transfers of a chain could not be read')
    }
  }
  cashier.waitingUsdt(await selectWaitingForReview(cashier.deps.db))
}

async function watchChain(cashier: Cashier, network: UsdtNetwork, chain: Chain): Promise<void> {
  const { deps, settings } = cashier
  const readTo = await selectReadBlock(deps.db, network)
  if (readTo === undefined) return // no address was ever shown
  const confirmations = settings.usdtConfirmations[network]
  // Read the head first: later answers about a transfer are then never older than it.
  const head = await chain.head()
  const from = Math.max(0, Math.min(readTo, head) - OVERLAPS * confirmations)
  for (let at = from; at <= head; at += BLOCKS_AT_ONCE) {
    const to = Math.min(head, at + BLOCKS_AT_ONCE - 1)
    await readBlocks(cashier, network, chain, { from: at, to })
    await upsertReadBlock(deps.db, network, to)
  }
  const since = {
    creditedSince: head - settings.usdtFollowBlocks[network],
    goneSince: head - LOST_FOR * confirmations,
  }
  const ofChain = { network, chain, head }
  const isResponding = await followAll(cashier, ofChain, { ...since, isCredited: false }, WAITING_AT_ONCE)
  if (isResponding) await followAll(cashier, ofChain, { ...since, isCredited: true }, CREDITED_AT_ONCE)
}

type OfChain = { network: UsdtNetwork; chain: Chain; head: number }

/** Follows a bounded number; answers whether the node still responds. */
async function followAll(
  cashier: Cashier,
  { network, chain, head }: OfChain,
  following: Following,
  max: number,
): Promise<boolean> {
  const { deps } = cashier
  let silences = 0
  for (const transfer of await claimFollowed(deps.db, network, following, max)) {
    try {
      await follow(cashier, chain, { transfer, head })
      silences = 0
    } catch (error) {
      // A transfer that fails delays no other; a node that stopped answering is left alone for the rest of the run.
      deps.log.error({ err: error, network, hash: transfer.hash }, 'a top-up in USDT could not be followed')
      silences += error instanceof Fault ? 1 : 0
      if (silences === SILENCES) return false
    }
  }
  return true
}

async function readBlocks(
  cashier: Cashier,
  network: UsdtNetwork,
  chain: Chain,
  blocks: Blocks,
): Promise<void> {
  const { deps, alarm } = cashier
  const found = await readTransfers(cashier, network, chain, blocks)
  if (found.length === 0) return
  const times = new Map<number, Date>()
  for (const { block } of found) if (!times.has(block)) times.set(block, await chain.blockAt(block))
  const token = usdtContract(network)
  const rows = found.map(({ place: _place, recipient, ...sent }) => ({
    ...sent,
    network,
    account: recipient,
    blockAt: times.get(sent.block) ?? new Date(0),
    status: sent.contract === token ? 'seen' : 'other_token',
  }))
  const noted = await deps.db.begin((tx) => upsertTransfers(tx, rows))
  for (const { hash, status } of noted) if (status === 'other_token') alarm('other_token', { network, hash })
}

export type Found = Sent & { nth: number; playerId: number }

/**
 * The chain's transfers to players' addresses in these blocks, numbered by transaction, address and token.
 */
export async function readTransfers(
  { deps }: Pick<Cashier, 'deps'>,
  network: UsdtNetwork,
  chain: Chain,
  { from, to }: Blocks,
): Promise<Found[]> {
  const found: Found[] = []
  for (let after = -1; ;) {
    const accounts = await selectAccounts(deps.db, network, after, ACCOUNTS_AT_ONCE)
    const last = accounts.at(-1)
    if (!last) return found
    const owners = new Map(accounts.map(({ account, playerId }) => [account, playerId]))
    const sent = await chain.transfersTo([...owners.keys()], from, to)
    const counts = new Map<string, number>()
    for (const one of [...sent].sort((a, b) => a.block - b.block || a.place - b.place)) {
      const playerId = owners.get(one.recipient)
      if (playerId === undefined) continue
      const key = `${one.hash} ${one.recipient} ${one.contract}`
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      found.push({ ...one, nth, playerId })
    }
    after = last.childIndex
  }
}

async function follow(
  cashier: Cashier,
  chain: Chain,
  { transfer, head }: { transfer: Transfer; head: number },
): Promise<void> {
  const { deps, settings } = cashier
  // It may wait for days. The node is asked about it again once it may be credited.
  if (transfer.status === 'seen' && (await waitsForReview(cashier, transfer))) return
  const receipt = await chain.receipt(transfer.hash)
  const facts = {
    head,
    confirmations: settings.usdtConfirmations[transfer.network],
    minMicros: transfer.isWaived ? 0 : settings.usdtTopUpMinMicros,
  }
  const proposed = changeOf(transfer, { ...facts, receipt })
  // A transaction may move another amount on another branch, so compare the transfer with its block before crediting
  // it.
  const isThere = proposed.to !== 'credit' || (receipt && (await isInBlock(chain, transfer, receipt.block)))
  const change = isThere ? proposed : changeOf(transfer, { ...facts, receipt: undefined })
  if (change.to === 'take_back') return reverseTransfer(cashier, transfer)
  if (change.to === 'credit')
    return creditTransfer(cashier, { ...transfer, block: receipt?.block ?? transfer.block })
  const { status, block, missedAtBlock } = change
  const isSame =
    status === transfer.status && block === transfer.block && missedAtBlock === transfer.missedAtBlock
  if (isSame) return
  await updateTransfer(deps.db, transfer, { from: [transfer.status], status, block, missedAtBlock })
}

/** Whether the block contains the transfer as recorded. */
async function isInBlock(chain: Chain, transfer: Transfer, block: number): Promise<boolean> {
  const sent = await chain.transfersTo([transfer.account], block, block)
  const own = sent
    .filter(({ hash, contract }) => hash === transfer.hash && contract === transfer.contract)
    .sort((a, b) => a.place - b.place)
  return own[transfer.nth]?.micros === transfer.micros
}
