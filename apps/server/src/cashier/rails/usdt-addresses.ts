import { createHash } from 'node:crypto'
import { type UsdtNetwork, checkUsdtAddress, readUsdtAddress, usdtNetworkOf } from '@palpite/money/usdt'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { addr } from 'micro-eth-signer'
import type { Config } from '../../platform/config.ts'

/** An address in its network's notation, and as the twenty bytes of the chain, prefixed with `0x`. */
export type ChildAddress = { address: string; account: string }

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

const TRON_PREFIX = 0x41
/** Indexes above it need the private key. */
const MAX_INDEX = 0x7f_ff_ff_ff

/** Reads an extended public key (BIP 32); throws if it is invalid, so that a wrong one stops the start. */
export function readExtendedKey(written: string): HDKey {
  const key = HDKey.fromExtendedKey(written)
  if (key.privateKey !== null) throw new Error('it is a private key, which no server may hold')
  return key
}

/** The child of an extended public key at an index. Only the holder of the parent's private key can spend from it. */
export function childKey(parent: HDKey, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw new Error(`no child ${index}`)
  const { publicKey } = parent.deriveChild(index)
  if (publicKey === null) throw new Error(`no child ${index}`)
  return publicKey
}

/** The address of a network below an extended public key. */
export function childAddress(network: UsdtNetwork, parent: HDKey, index: number): ChildAddress {
  const written = addr.fromPublicKey(childKey(parent, index))
  const account = written.toLowerCase()
  if (network === 'ERC20') return { address: written, account }
  const bytes = Buffer.concat([Buffer.from([TRON_PREFIX]), Buffer.from(account.slice(2), 'hex')])
  return { address: base58check.encode(bytes), account }
}

/**
 * Players' deposit addresses: a permanent address for every index. Only the private key, which no server has, can
 * spend from them.
 */
export type AddressPort = (network: UsdtNetwork, index: number) => ChildAddress

/**
 * For the sandbox, which holds no money: the public key of BIP 32's second test vector, whose private key the
 * standard prints.
 */
const SANDBOX_KEY =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'

/** The addresses below the extended public keys that the environment names. No private key is involved. */
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

/** An address of either network as the chain's twenty bytes; empty if it cannot be read. */
export function accountOf({ network, address }: Payable): string {
  const reading = readUsdtAddress(network, address)
  return reading.ok ? `0x${reading.hex.slice(-40).toLowerCase()}` : ''
}

/** A valid recipient address, and its network. */
type Payable = { network: UsdtNetwork; address: string }

/**
 * A typed address with its network, if USDT may be sent there: valid form and check sum, and neither the token
 * contract nor the zero address. An Ethereum address in a single case is refused: it has no check sum, so a typing
 * error would be paid.
 */
export function payableAddress(typed: string): Payable | undefined {
  const network = usdtNetworkOf(typed)
  const reading = network && checkUsdtAddress(network, typed)
  if (!network || !reading?.ok || !reading.checksummed || /^(41)?0{40}$/.test(reading.hex)) return undefined
  return { network, address: reading.normal }
}
