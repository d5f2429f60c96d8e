import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Cashier } from '../cashier.ts'
import { blocksOf, type Chain } from '../rails/chain.ts'
import { type BookedTransfer, selectReadBlock, selectTransfersOfBlocks } from './queries.ts'
import { type Found, readTransfers } from './watch-chains.ts'
import { type AtAddress, selectReceived } from './address-queries.ts'

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

const CALLS_AT_ONCE = 5

/**
 * Where players' addresses have another amount of USDT than what is noted down as come: what left them is named until an
 * operator has said how much, and where to. No key of ours spends there. A chain that does not answer throws, as a bank does.
 */
export async function addressDifferences(cashier: Cashier): Promise<Difference[]> {
  const { deps, usdt } = cashier
  const differences: Difference[] = []
  for (const network of NETWORKS) {
    const chain = usdt.chains?.[network]
    if (!chain) continue
    const contract = usdtContract(network)
    const received = await selectReceived(deps.db, network, contract)
    for (let at = 0; at < received.length; at += CALLS_AT_ONCE) {
      const some = received.slice(at, at + CALLS_AT_ONCE)
      const found = await Promise.all(some.map((one) => differenceAt(chain, contract, one)))
      found.forEach((what, place) => {
        if (what !== undefined) differences.push({ id: `address:${network}:${some[place]?.account}`, what })
      })
    }
  }
  return differences
}

async function differenceAt(
  chain: Chain,
  contract: string,
  { account, micros, leftMicros }: AtAddress,
): Promise<string | undefined> {
  const there = await chain.balanceMicros(contract, account)
  const expected = micros - leftMicros
  if (there === expected) return undefined
  const [less, word] = there < expected ? [expected - there, 'left'] : [there - expected, 'are more']
  const known = leftMicros > 0 ? `, ${leftMicros} left as an operator said` : ''
  return `${micros} millionths of USDT came by our notes${known}, ${there} are there: ${less} ${word}`
}
