import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Cashier } from '../cashier.ts'
import { blocksOf } from '../usdt/index.ts'
import { type BookedTransfer, selectReadBlock, selectTransfersOfBlocks } from './queries.ts'
import { type Found, readTransfers } from './watch-chains.ts'

type Difference = { id: string; what: string }

const NETWORKS: readonly UsdtNetwork[] = ['TRC20', 'ERC20']

/**
 * Where what the chains say came to players in a span and what is noted down differ: read anew, block by block. A chain that
 * does not answer throws, as a bank does.
 */
export async function chainDifferences(
  cashier: Cashier,
  { from, to }: { from: Date; to: Date },
): Promise<Difference[]> {
  const { deps, usdt } = cashier
  const differences: Difference[] = []
  for (const network of NETWORKS) {
    const chain = usdt.chains?.[network]
    if (!chain || (await selectReadBlock(deps.db, network)) === undefined) continue
    for (const blocks of await blocksOf(chain, { from, to })) {
      const found = await readTransfers(cashier, network, chain, blocks)
      const booked = await selectTransfersOfBlocks(deps.db, network, blocks.from, blocks.to)
      differences.push(...transferDifferences(network, found, booked))
    }
  }
  return differences
}

/** Where transfers of USDT in the chain and those that are noted down differ. */
function transferDifferences(
  network: UsdtNetwork,
  found: readonly Found[],
  booked: readonly BookedTransfer[],
): Difference[] {
  const token = usdtContract(network)
  const there = found.filter(({ contract }) => contract === token)
  const key = (hash: string, account: string, nth: number) => `${network}:${hash}:${account}:${nth}`
  const ours = new Map(booked.map((one) => [key(one.hash, one.account, one.nth), one]))
  const theirs = new Set(there.map((one) => key(one.hash, one.recipient, one.nth)))
  const missing = there.flatMap((one) => {
    const id = key(one.hash, one.recipient, one.nth)
    const own = ours.get(id)
    if (!own) return [{ id, what: `${one.micros} millionths of USDT in the chain are not noted down` }]
    return own.micros === one.micros
      ? []
      : [{ id, what: `${one.micros} millionths of USDT in the chain, ${own.micros} noted down` }]
  })
  const credited = [...ours].filter(([id, { status }]) => status === 'credited' && !theirs.has(id))
  return [...missing, ...credited.map(([id]) => ({ id, what: 'credited, but not in the chain' }))]
}
