import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { addr, Transaction } from 'micro-eth-signer'

/** A token transfer to sign, with its nonce and fee. */
export type Transfer = {
  chainId: number
  contract: string
  nonce: number
  feeWei: number
  /** Twenty bytes, prefixed with `0x`. */
  recipient: string
  usdtMicros: number
}

export type SignedTransfer = { raw: string; hash: string }

/**
 * The holder of the hot wallet's key. It signs, and the key never leaves it: no row and no log line ever contains it.
 * docs/runbook describes how an HSM or KMS takes this place.
 */
export type Signer = {
  address: () => Promise<string>
  sign: (transfer: Transfer) => Promise<SignedTransfer>
}

/** A token transfer needs less gas than this. */
const GAS_LIMIT = 100_000n

/**
 * A signer with the key in a file that only its owner may read. Creates the file if it is missing and `mayMake` is
 * true.
 */
export function fileSigner(path: string, mayMake: boolean): Signer {
  let held: { key: string; address: string } | undefined
  const holder = () => {
    held ??= holderIn(path, mayMake)
    return held
  }
  return {
    address: async () => holder().address,
    sign: async ({ chainId, contract, nonce, feeWei, recipient, usdtMicros }) => {
      const signed = Transaction.prepare({
        type: 'eip1559',
        chainId: BigInt(chainId),
        to: contract.toLowerCase(),
        nonce: BigInt(nonce),
        value: 0n,
        gasLimit: GAS_LIMIT,
        maxFeePerGas: BigInt(feeWei),
        maxPriorityFeePerGas: BigInt(feeWei),
        data: transferCall(recipient, usdtMicros),
      }).signBy(holder().key)
      return { raw: signed.toHex(), hash: signed.hash }
    },
  }
}

/** The call data of `transfer(address,uint256)`. */
const transferCall = (recipient: string, usdtMicros: number): string =>
  `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${BigInt(usdtMicros).toString(16).padStart(64, '0')}`

function holderIn(path: string, mayMake: boolean): { key: string; address: string } {
  if (mayMake) makeKey(path)
  const key = readFileSync(path, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error('the file of the hot wallet contains no key')
  return { key, address: addr.fromPrivateKey(key).toLowerCase() }
}

/** If two servers start at once, both use the key that was written first. */
function makeKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, addr.random().privateKey, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
