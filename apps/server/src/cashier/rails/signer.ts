import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { addr, Transaction } from 'micro-eth-signer'

/** What is to be signed: a transfer of the token, with the number and the fee it goes by. */
export type Transfer = {
  chainId: number
  contract: string
  nonce: number
  feeWei: number
  /** Twenty bytes, `0x` before them. */
  recipient: string
  usdtMicros: number
}

export type SignedTransfer = { raw: string; hash: string }

/**
 * Whoever holds the key of the hot wallet. The key is asked to sign and never leaves: no row and no line of the log
 * ever holds it. docs/runbook says how one in an HSM or a KMS takes this place.
 */
export type Signer = {
  address: () => Promise<string>
  sign: (transfer: Transfer) => Promise<SignedTransfer>
}

/** A transfer of the token needs less work than this. */
const GAS_LIMIT = 100_000n

/** The signer of a file with the key in it, which only its owner may read. Made where there is none and that is allowed. */
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

/** `transfer(address,uint256)` as the token reads it. */
const transferCall = (recipient: string, usdtMicros: number): string =>
  `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${BigInt(usdtMicros).toString(16).padStart(64, '0')}`

function holderIn(path: string, mayMake: boolean): { key: string; address: string } {
  if (mayMake) makeKey(path)
  const key = readFileSync(path, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error('the file of the hot wallet holds no key')
  return { key, address: addr.fromPrivateKey(key).toLowerCase() }
}

/** Two servers that begin at once get the one that was first. */
function makeKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, addr.random().privateKey, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
