import type { Cents } from '@palpite/money'
import { parseBrCode } from '@palpite/money/brcode'

type Expected = { amountCents: Cents; txid: string; location: string | undefined }

/**
 * Why a copy-and-paste code must not be shown to a player, or nothing when it is right: whole by its check
 * sum, in reais, this amount, and leading to this charge (by the address the bank gave, or by our txid).
 */
export function brCodeFlaw(code: string, { amountCents, txid, location }: Expected): string | undefined {
  const read = parseBrCode(code)
  if (!read.ok) return read.reason
  const { value } = read
  if (value.amountCents !== amountCents) return 'another amount'
  if (value.kind === 'dynamic') {
    if (location === undefined) return 'no address to compare'
    return bare(value.url ?? '') === bare(location) ? undefined : 'another address'
  }
  // A static code holds at most 25 letters of a txid.
  return value.txid === txid || value.txid === txid.slice(0, 25) ? undefined : 'another txid'
}

const bare = (address: string) => address.replace(/^https?:\/\//, '')
