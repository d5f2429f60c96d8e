import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Receipt, type ReceiptLeg, receiptSigner } from './receipt.ts'
import { selectReceipts, selectReceiptLegs } from './receipt-queries.ts'

/**
 * A receipt as it stands in the rows, its text, and whether it is what was signed when the bet was accepted. What was signed
 * by inner numbers then is signed anew: the text that is handed out tells none.
 */
export type StoredReceipt = { receipt: Receipt; text: string; signature: string; isSigned: boolean }

/** All that a bet was accepted by; nothing where there is no such bet. */
export async function readReceipt(
  { db: sql, config }: Pick<Deps, 'config'> & { db: Sql },
  betId: number,
): Promise<StoredReceipt | undefined> {
  const [row] = await selectReceipts(sql, betId)
  if (!row) return undefined
  const { signature, ...bet } = row
  const legs: ReceiptLeg[] = await selectReceiptLegs(sql, betId)
  const receipt = { ...bet, legs }
  const signer = receiptSigner(config)
  const isSigned = signer.isSigned(receipt, signature)
  return {
    receipt,
    text: signer.text(receipt),
    signature: isSigned ? signer.sign(receipt) : signature,
    isSigned,
  }
}
