import { createHash } from 'node:crypto'
import type { UsdtNetwork } from '@palpite/money/usdt'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { addr } from 'micro-eth-signer'

/** An address: as its network writes it, and the twenty bytes that the chain knows it by, `0x` before them. */
export type ChildAddress = { address: string; account: string }

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

const TRON_PREFIX = 0x41
/** Above it only whoever has the private key can derive. */
const MAX_INDEX = 0x7f_ff_ff_ff

/** Reads an extended public key (BIP 32); throws where it is none, so that a wrong one keeps the server from starting. */
export function readExtendedKey(written: string): HDKey {
  const key = HDKey.fromExtendedKey(written)
  if (key.privateKey !== null) throw new Error('it is a private key, which no server may hold')
  return key
}

/** The public key below an extended one, by its index. Only the holder of the parent's private key can spend from it. */
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
