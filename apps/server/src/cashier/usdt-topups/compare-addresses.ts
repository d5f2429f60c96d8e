import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Cashier } from '../cashier.ts'
import type { Chain } from '../usdt/index.ts'
import { type AtAddress, selectReceived } from './address-queries.ts'

type Difference = { id: string; what: string }

const NETWORKS: readonly UsdtNetwork[] = ['TRC20', 'ERC20']
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
