import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import type { Cashier } from './cashier.ts'

const NETWORKS: readonly UsdtNetwork[] = ['TRC20', 'ERC20']

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
