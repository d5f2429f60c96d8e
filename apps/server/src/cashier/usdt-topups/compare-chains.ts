import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Cashier } from '../cashier.ts'
import type { Difference } from '../queries.ts'
import { blocksOf, type Chain, type Sent } from '../rails/chain.ts'
import {
  type BookedTransfer,
  selectReadBlock,
  selectTransfersOfBlocks,
  type AtAddress,
  selectReceived,
} from './queries.ts'
import { type Found, NETWORKS, readTransfers } from './watch-chains.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectSigned, selectWallets, type SignedPayout } from '../rails/queries.ts'
import type { Usdt } from '../rails/usdt-rail.ts'

/**
 * Differences between the chains' transfers to players in a span and our records, read again block by block. Throws
 * if a chain does not answer.
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

/** Differences between USDT transfers on the chain and in our records. */
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
 * Players' addresses whose USDT balance differs from the recorded transfers. Money that left is a difference until an
 * operator records its amount and destination. Our servers have no key to spend from there. Throws if a chain does
 * not answer.
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

type Books = { deps: Pick<Deps, 'db'>; usdt: Usdt }

/**
 * Transfers from the house's wallets in a span that are not payouts as signed: sent with a stolen key, or of another
 * amount. Includes wallets that are no longer used and a signer's wallet that has paid nothing yet. Throws if a chain
 * or a signer does not answer.
 */
export async function walletDifferences(
  { deps, usdt }: Books,
  span: { from: Date; to: Date },
): Promise<Difference[]> {
  const wallets = await selectWallets(deps.db)
  const signing = usdt.works && (await usdt.works.signer.address())
  const differences: Difference[] = []
  for (const network of NETWORKS) {
    const chain = usdt.chains?.[network]
    const used = wallets.filter((one) => one.network === network).map(({ address }) => address.toLowerCase())
    const own = [...new Set([...used, ...(signing === undefined ? [] : [signing.toLowerCase()])])]
    if (!chain || own.length === 0) continue
    for (const { from, to } of await blocksOf(chain, span)) {
      const sent = (await chain.transfersFrom(own, from, to)).filter(isUsdt(network))
      const hashes = [...new Set(sent.map(({ hash }) => hash))]
      const signed = new Map((await selectSigned(deps.db, network, hashes)).map((one) => [one.hash, one]))
      differences.push(
        ...sent.flatMap((one, at) => {
          // A payout's transaction moves the token once: a second transfer in it is not ours.
          const isFirst = sent.findIndex(({ hash }) => hash === one.hash) === at
          const what = differenceOf(one, isFirst ? signed.get(one.hash) : undefined)
          return what === undefined ? [] : [{ id: `wallet:${network}:${one.hash}:${one.place}`, what }]
        }),
      )
    }
  }
  return differences
}

const isUsdt =
  (network: UsdtNetwork) =>
  ({ contract }: Sent): boolean =>
    contract === usdtContract(network)

function differenceOf({ micros, recipient }: Sent, signed: SignedPayout | undefined): string | undefined {
  const left = `${micros} millionths of USDT left the hot wallet for ${recipient}`
  if (!signed) return `${left}, and are no payout of ours`
  if (signed.usdtMicros === micros && signed.recipient.toLowerCase() === recipient) return undefined
  return `${left}, payout ${signed.payoutId} is of ${signed.usdtMicros} for ${signed.recipient.toLowerCase()}`
}

/** Checks the hot wallet's balance on each network: a low balance raises an alarm, so that operators refill it. */
export async function watchWallet({ usdt, settings, alarm, policy }: Cashier): Promise<void> {
  const { works } = usdt
  if (!works || !policy.terms.withdrawMethods.includes('USDT')) return
  const holder = await works.signer.address()
  for (const network of NETWORKS) {
    const micros = await works.chains[network].balanceMicros(usdtContract(network), holder)
    const minMicros = settings.usdtWalletMin * 1_000_000
    if (micros < minMicros) alarm('hot_wallet_low', { network, micros, minMicros })
  }
}
