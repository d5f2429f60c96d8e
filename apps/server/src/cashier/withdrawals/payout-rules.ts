import type { PayoutAnswer } from '../rails/payment-gateway.ts'

/** What to do about a payout after an answer of the bank. */
export type Verdict =
  | { do: 'paid'; providerRef: string | null }
  | { do: 'failed'; why: string }
  | { do: 'wait'; status: 'sent' | 'unknown'; why: string; providerRef: string | null }
  /** The bank does not know the id: send once more under the same id. */
  | { do: 'send' }

type Row = { netCents: number }

/**
 * What an answer means for a payout that was just sent. A refusal is believed only with the bank's word that
 * it does not know the id (`after`), so that a refused retry never undoes a first try that got through.
 */
export function afterSending(row: Row, answer: PayoutAnswer, after: PayoutAnswer | undefined): Verdict {
  if (answer.kind === 'known') return known(row, answer)
  if (answer.kind === 'refused' && after?.kind === 'absent') return { do: 'failed', why: answer.why }
  if (after?.kind === 'known') return known(row, after)
  return { do: 'wait', status: 'unknown', why: reason(answer), providerRef: null }
}

type Patience = { quietSeconds: number | null; needsQuietSeconds: number }

/**
 * What an answer means for a payout that the bank may or may not have. Not knowing the id may only mean that
 * the bank is still busy with a call we gave up on: it is sent again (the same id, so never twice), but only
 * after a silence longer than any call lives.
 */
export function afterAsking(row: Row, answer: PayoutAnswer, patience: Patience): Verdict {
  if (answer.kind === 'known') return known(row, answer)
  if (answer.kind === 'absent' && (patience.quietSeconds ?? 0) >= patience.needsQuietSeconds) {
    return { do: 'send' }
  }
  return { do: 'wait', status: 'unknown', why: reason(answer), providerRef: null }
}

function known({ netCents }: Row, { payout }: Extract<PayoutAnswer, { kind: 'known' }>): Verdict {
  const { state, amountCents, providerRef = null } = payout
  // Another amount under our id is something for a person, never for a rule.
  if (amountCents !== undefined && amountCents !== netCents) {
    return { do: 'wait', status: 'unknown', why: 'the bank says another amount', providerRef }
  }
  if (state === 'paid') return { do: 'paid', providerRef }
  if (state === 'failed') return { do: 'failed', why: 'the bank could not deliver it' }
  return { do: 'wait', status: 'sent', why: '', providerRef }
}

const reason = (answer: PayoutAnswer): string =>
  answer.kind === 'unknown' || answer.kind === 'refused' ? answer.why : answer.kind

/** How long until the bank is asked again: soon at first, then ever more rarely, at most once a minute. */
export const pauseSeconds = (quietSeconds: number): number =>
  Math.min(60, Math.max(1, Math.round(quietSeconds / 2)))
