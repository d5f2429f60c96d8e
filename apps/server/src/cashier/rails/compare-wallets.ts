import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Deps } from '../../platform/deps.ts'
import { blocksOf, type Sent } from './chain.ts'
import { selectSigned, selectWallets, type SignedPayout } from './queries.ts'
import type { Usdt } from './usdt.ts'
import type { Cashier } from '../cashier.ts'

type Difference = { id: string; what: string }
type Books = { deps: Pick<Deps, 'db'>; usdt: Usdt }

const NETWORKS: readonly UsdtNetwork[] = ['TRC20', 'ERC20']

/**
 * What left the house's wallets in a span and is no payout as it was signed: sent past us by somebody who has the key, or of
 * another amount than was said. Wallets that pay nothing any more are looked at too, and the signer's own that has
 * paid nothing yet. A chain or a signer that does not answer throws.
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
          // A payout moves the token once: what moves it again by the same transaction is none.
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

/** Looks at what the hot wallet has on each network: below the bound it raises an alarm, so that somebody fills it. */
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
