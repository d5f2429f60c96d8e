import type { Sql } from '../../platform/db/index.ts'
import { type Receipt, type ReceiptLeg, receiptText } from './receipt.ts'
import { selectReceipts, selectReceiptLegs } from './receipt-queries.ts'

/** A receipt as it stands in the rows, its text, and the signature that was made when the bet was accepted. */
export type StoredReceipt = { receipt: Receipt; text: string; signature: string }

/** All that a bet was accepted by; nothing where there is no such bet. */
export async function readReceipt(sql: Sql, betId: number): Promise<StoredReceipt | undefined> {
  const [row] = await selectReceipts(sql, betId)
  if (!row) return undefined
  const { signature, ...bet } = row
  const legs: ReceiptLeg[] = await selectReceiptLegs(sql, betId)
  const receipt = { ...bet, legs }
  return { receipt, text: receiptText(receipt), signature }
}
