import { createHash, createHmac } from 'node:crypto'
import type { UsdtNetwork } from '@palpite/money/usdt'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createBase58check } from '@scure/base'
import { addr } from 'micro-eth-signer'

/** An address: as its network writes it, and the twenty bytes that the chain knows it by, `0x` before them. */
export type ChildAddress = { address: string; account: string }

const { Point } = secp256k1
const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** The version bytes of a public key that further ones may be derived from. */
const PUBLIC_VERSION = 0x04_88_b2_1e
const LENGTH = 78
const TRON_PREFIX = 0x41
/** Above it only whoever has the private key can derive. */
const MAX_INDEX = 0x7f_ff_ff_ff

type ExtendedKey = { key: Uint8Array; chainCode: Buffer }

/** Reads an extended public key (BIP 32); throws where it is none, so that a wrong one keeps the server from starting. */
export function readExtendedKey(written: string): ExtendedKey {
  const bytes = Buffer.from(base58check.decode(written))
  if (bytes.length !== LENGTH || bytes.readUInt32BE(0) !== PUBLIC_VERSION) {
    throw new Error('it is no extended public key')
  }
  const key = bytes.subarray(45)
  Point.fromBytes(key)
  return { key, chainCode: bytes.subarray(13, 45) }
}

/**
 * The public key below another, by its index: the one whose private key whoever holds the parent's can work out, and
 * nobody else.
 */
export function childKey({ key, chainCode }: ExtendedKey, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw new Error(`no child ${index}`)
  const place = Buffer.alloc(4)
  place.writeUInt32BE(index)
  const mixed = createHmac('sha512', chainCode).update(key).update(place).digest()
  const step = BigInt(`0x${mixed.subarray(0, 32).toString('hex')}`)
  // Once in 2^127 there is no such child; the standard leaves the index out.
  if (step === 0n || step >= Point.Fn.ORDER) throw new Error(`no child ${index}`)
  return Point.BASE.multiply(step).add(Point.fromBytes(key)).toBytes(true)
}

/** The address of a network below an extended public key. */
export function childAddress(network: UsdtNetwork, parent: ExtendedKey, index: number): ChildAddress {
  const written = addr.fromPublicKey(Point.fromBytes(childKey(parent, index)).toBytes(false))
  const account = written.toLowerCase()
  if (network === 'ERC20') return { address: written, account }
  const bytes = Buffer.concat([Buffer.from([TRON_PREFIX]), Buffer.from(account.slice(2), 'hex')])
  return { address: base58check.encode(bytes), account }
}
