import type { PayoutAnswer } from '../rails/payment-gateway.ts'
import type { CashierSettings } from '../settings.ts'

/** Why operators review a withdrawal before it is sent. */
export type ReviewReason =
  | 'exposed_person'
  | 'large'
  | 'new_key'
  | 'big_win'
  | 'bonus_open'
  | 'shared_device'
  | 'fast_in_out'

/** The state of the withdrawing player, read while the accounts are locked. */
export type Risk = {
  /** A key that the player never withdrew to, and that is not certainly the player's own. */
  isNewKey: boolean
  /** Winnings of the day, or of it and the day before. */
  wonCents: number
  hasBonus: boolean
  /** Politically exposed, or declared so and not reviewed yet. */
  isExposed: boolean
  sharesDevice: boolean
  /** Money topped up or received from players, and settled stakes, since yesterday. */
  receivedCents: number
  settledCents: number
}

type Bounds = Pick<
  CashierSettings,
  | 'exposedReviewAboveCents'
  | 'reviewSmallCents'
  | 'reviewAboveCents'
  | 'twoOperatorsAboveCents'
  | 'bigWinCents'
  | 'fastTimesE2'
>

/**
 * The reasons to review a withdrawal, given the day's total; none while the total is small. "Small" has its own limit
 * for a politically exposed person.
 */
export function reviewReasons(bounds: Bounds, risk: Risk, dayCents: number): ReviewReason[] {
  const isExposed = risk.isExposed && dayCents > bounds.exposedReviewAboveCents
  if (dayCents <= bounds.reviewSmallCents) return isExposed ? ['exposed_person'] : []
  const isFast = risk.receivedCents > 0 && risk.settledCents * 100 < risk.receivedCents * bounds.fastTimesE2
  const found: Record<ReviewReason, boolean> = {
    exposed_person: isExposed,
    large: dayCents > bounds.reviewAboveCents,
    new_key: risk.isNewKey,
    big_win: risk.wonCents >= bounds.bigWinCents,
    bonus_open: risk.hasBonus,
    shared_device: risk.sharesDevice,
    fast_in_out: isFast,
  }
  return (Object.keys(found) as ReviewReason[]).filter((reason) => found[reason])
}

/** How many operators must approve. */
export function approvalsNeeded(
  { twoOperatorsAboveCents }: Pick<Bounds, 'twoOperatorsAboveCents'>,
  dayCents: number,
  reasons: readonly ReviewReason[],
): 0 | 1 | 2 {
  if (reasons.length === 0) return 0
  return dayCents > twoOperatorsAboveCents ? 2 : 1
}

type Waits = Pick<CashierSettings, 'newKeyWaitAboveCents' | 'newKeyWaitSeconds'>

/**
 * Until when withdrawals wait because of a new password or e-mail, or a second factor that operators removed; null if
 * they need not.
 */
export function secretWaitsUntil(
  { newSecretWaitSeconds }: Pick<CashierSettings, 'newSecretWaitSeconds'>,
  { now, securedAt, isOwnKey }: { now: Date; securedAt: Date | undefined; isOwnKey: boolean },
): Date | null {
  // A payout to the player's own key helps no thief, and the law requires it within hours.
  if (isOwnKey || securedAt === undefined) return null
  const until = new Date(securedAt.getTime() + newSecretWaitSeconds * 1000)
  return until > now ? until : null
}

/** Until when a large amount in a day waits for a key first used at that time; null if it need not. */
export function keyWaitsUntil(
  { newKeyWaitAboveCents, newKeyWaitSeconds }: Waits,
  { now, since, isOwnKey }: { now: Date; since: Date | undefined; isOwnKey: boolean },
  dayCents: number,
): Date | null {
  // A thief with a stolen session gains nothing by paying its player.
  if (isOwnKey || dayCents <= newKeyWaitAboveCents) return null
  const until = new Date((since ?? now).getTime() + newKeyWaitSeconds * 1000)
  return until > now ? until : null
}

/** What to do about a payout after an answer of the bank. */
export type Verdict =
  | { do: 'paid'; providerRef: string | null }
  | { do: 'failed'; why: string }
  | { do: 'wait'; status: 'sent' | 'unknown'; why: string; providerRef: string | null }
  /** The bank does not know the id: send again under the same id. */
  | { do: 'send' }

type Row = { netCents: number }

/**
 * Evaluates the answer to a payout that was just sent. A refusal counts only if the bank also says that it does not
 * know the id (`after`), so that a refused retry never undoes a successful first attempt.
 */
export function afterSending(row: Row, answer: PayoutAnswer, after: PayoutAnswer | undefined): Verdict {
  if (answer.kind === 'known') return known(row, answer)
  if (answer.kind === 'refused' && after?.kind === 'absent') return { do: 'failed', why: answer.why }
  if (after?.kind === 'known') return known(row, after)
  return { do: 'wait', status: 'unknown', why: reason(answer), providerRef: null }
}

type Patience = { quietSeconds: number | null; needsQuietSeconds: number }

/**
 * Evaluates the answer about a payout that the bank may have. If the bank does not know the id, it may still be
 * working on a call that timed out here: the payout is sent again (with the same id, so never twice), but only after
 * a quiet time longer than any call lives.
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
  // If our id has another amount at the bank, a person must decide.
  if (amountCents !== undefined && amountCents !== netCents) {
    return { do: 'wait', status: 'unknown', why: 'the bank says another amount', providerRef }
  }
  if (state === 'paid') return { do: 'paid', providerRef }
  if (state === 'failed') return { do: 'failed', why: 'the bank could not deliver it' }
  return { do: 'wait', status: 'sent', why: '', providerRef }
}

const reason = (answer: PayoutAnswer): string =>
  answer.kind === 'unknown' || answer.kind === 'refused' ? answer.why : answer.kind

/** Seconds until the next query: short at first, then longer, at most a minute. */
export const pauseSeconds = (quietSeconds: number): number =>
  Math.min(60, Math.max(1, Math.round(quietSeconds / 2)))
