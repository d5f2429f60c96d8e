import { join } from 'node:path'
import type { Deps } from '../../platform/deps.ts'
import type { CashierSettings } from '../settings.ts'
import type { UsdtNetwork } from '@palpite/money/usdt'
import { addressesFromConfig, type AddressPort } from './usdt-addresses.ts'
import { type Chain, openChain } from './chain.ts'
import { openQuotes, type Quotes } from './quotes.ts'
import { quoteSourceFromConfig } from './quote-source.ts'
import { fileSigner, type Signer } from './signer.ts'
import type { UsdtWorks } from './usdt-rail.ts'
import { accountOf, payableAddress } from './payable-address.ts'
import { deniedAmong } from './queries.ts'

/** What USDT needs: who says its price, and, where both chains and a signer are there, how it is sent. */
export type Usdt = {
  quotes: Quotes
  works: UsdtWorks | undefined
  /** The chains alone, which need no signer to be watched. */
  chains: Readonly<Record<UsdtNetwork, Chain>> | undefined
  /** Where players pay USDT to, where there are such addresses. */
  addresses: AddressPort | undefined
}

/** USDT as the environment names it; beside a sandbox, the sandbox's chain and a hot wallet that is made there. */
export function usdtFromConfig(deps: Deps, settings: CashierSettings): Usdt {
  const { config } = deps
  const sandbox = config.SANDBOX_URL?.replace(/\/$/, '')
  const timeoutMs = settings.bankTimeoutMs
  const urls = {
    TRC20: config.USDT_TRC20_URL ?? (sandbox && `${sandbox}/chain/TRC20`),
    ERC20: config.USDT_ERC20_URL ?? (sandbox && `${sandbox}/chain/ERC20`),
  }
  const signer = signerOf(deps)
  const addresses = addressesFromConfig(config)
  const quotes = openQuotes(deps, quoteSourceFromConfig(config, timeoutMs))
  if (!urls.TRC20 || !urls.ERC20) return { quotes, works: undefined, chains: undefined, addresses }
  const chains = { TRC20: openChain(urls.TRC20, timeoutMs), ERC20: openChain(urls.ERC20, timeoutMs) }
  if (!signer) return { quotes, works: undefined, chains, addresses }
  return {
    quotes,
    chains,
    addresses,
    works: {
      chains,
      signer,
      confirmations: settings.usdtConfirmations,
      stuckSeconds: settings.usdtStuckSeconds,
      maxFeeWei: settings.usdtMaxFeeGwei * 1_000_000_000,
    },
  }
}

/** A key is only ever made beside a sandbox, where it holds nothing. */
function signerOf({ config }: Deps): Signer | undefined {
  if (config.USDT_SIGNER_FILE !== undefined) return fileSigner(config.USDT_SIGNER_FILE, false)
  if (config.SANDBOX_URL === undefined) return undefined
  return fileSigner(join(config.DATA_DIR, 'usdt-hot-wallet.key'), true)
}

/** Of these addresses those that are paid nothing: the house's own wallet, and what operators put on the list. */
export async function deniedAddresses(
  { db }: Pick<Deps, 'db'>,
  { works }: Usdt,
  typed: readonly string[],
): Promise<ReadonlySet<string>> {
  const payable = typed.flatMap((one) => payableAddress(one) ?? [])
  if (payable.length === 0) return new Set()
  const own = await works?.signer.address()
  const listed = await deniedAmong(
    db,
    payable.map(({ address }) => address),
  )
  const ours = payable.filter((one) => accountOf(one) === own?.toLowerCase())
  return new Set([...listed, ...ours].map(({ address }) => address))
}
