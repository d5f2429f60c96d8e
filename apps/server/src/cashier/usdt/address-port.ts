import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Config } from '../../platform/config.ts'
import { type ChildAddress, childAddress, readExtendedKey } from './child-address.ts'

/** Where players pay to: an address for every number, the same one for ever. Whose the money is there, only its owner knows. */
export type AddressPort = (network: UsdtNetwork, index: number) => ChildAddress

/**
 * Beside a sandbox, where no money is: the public key of BIP 32's second test vector, whose private key the standard prints.
 */
const SANDBOX_KEY =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'

/** The addresses below the extended public keys that the environment names. No private key is anywhere near. */
export function addressesFromConfig({
  USDT_TRC20_XPUB,
  USDT_ERC20_XPUB,
  SANDBOX_URL,
}: Config): AddressPort | undefined {
  const otherwise = SANDBOX_URL === undefined ? undefined : SANDBOX_KEY
  const written = { TRC20: USDT_TRC20_XPUB ?? otherwise, ERC20: USDT_ERC20_XPUB ?? otherwise }
  if (written.TRC20 === undefined || written.ERC20 === undefined) return undefined
  const keys = {
    TRC20: named('USDT_TRC20_XPUB', written.TRC20),
    ERC20: named('USDT_ERC20_XPUB', written.ERC20),
  }
  return (network, index) => childAddress(network, keys[network], index)
}

function named(name: string, written: string) {
  try {
    return readExtendedKey(written)
  } catch {
    throw new Error(`${name}: it is no extended public key`)
  }
}
