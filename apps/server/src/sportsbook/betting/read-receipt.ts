import type { Deps } from '../../platform/deps.ts'
import { type Receipt, type ReceiptLeg, receiptSigner } from './receipt.ts'
import { selectReceipts, selectReceiptLegs } from './receipt-queries.ts'

/**
 * A receipt as it stands in the rows, its text, the signature that was made when the bet was accepted, and whether that
 * signature is of this text.
 */
export type StoredReceipt = { receipt: Receipt; text: string; signature: string; isSigned: boolean }

/** All that a bet was accepted by; nothing where there is no such bet. */
export async function readReceipt(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  betId: number,
): Promise<StoredReceipt | undefined> {
  const [row] = await selectReceipts(sql, betId)
  if (!row) return undefined
  const { signature, ...bet } = row
  const legs: ReceiptLeg[] = await selectReceiptLegs(sql, betId)
  const receipt = { ...bet, legs }
  const signer = receiptSigner(config)
  return { receipt, text: signer.text(receipt), signature, isSigned: signer.isSigned(receipt, signature) }
}
