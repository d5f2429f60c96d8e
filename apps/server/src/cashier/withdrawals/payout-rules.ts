import type { PayoutAnswer } from '../rails/payment-gateway.ts'
import type { CashierSettings } from '../settings.ts'

/** Why operators look at a withdrawal before it is sent. */
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
  /** A key that the player never withdrew to, and that is not surely the player's own. */
  isNewKey: boolean
  /** In a day, or in it and the one before. */
  wonCents: number
  hasBonus: boolean
  /** Politically exposed, or said to be so and not looked at yet. */
  isExposed: boolean
  sharesDevice: boolean
  /** Topped up or given by other players, and settled as stakes, since yesterday. */
  cameInCents: number
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
 * What speaks for looking at a withdrawal, of a day with so much in all; nothing while that is small. For a politically exposed person
 * small has a bound of its own.
 */
export function reviewReasons(bounds: Bounds, risk: Risk, dayCents: number): ReviewReason[] {
  const isExposed = risk.isExposed && dayCents > bounds.exposedReviewAboveCents
  if (dayCents <= bounds.reviewSmallCents) return isExposed ? ['exposed_person'] : []
  const isFast = risk.cameInCents > 0 && risk.settledCents * 100 < risk.cameInCents * bounds.fastTimesE2
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

/** How many operators have to say yes. */
export function approvalsNeeded(
  { twoOperatorsAboveCents }: Pick<Bounds, 'twoOperatorsAboveCents'>,
  dayCents: number,
  reasons: readonly ReviewReason[],
): 0 | 1 | 2 {
  if (reasons.length === 0) return 0
  return dayCents > twoOperatorsAboveCents ? 2 : 1
}

type Waits = Pick<CashierSettings, 'newKeyWaitAboveCents' | 'newKeyWaitSeconds'>

/** Until when withdrawals wait for a password or an e-mail that is new, or a second factor that operators took away; nothing when they need not. */
export function secretWaitsUntil(
  { newSecretWaitSeconds }: Pick<CashierSettings, 'newSecretWaitSeconds'>,
  { now, securedAt, isOwnKey }: { now: Date; securedAt: Date | undefined; isOwnKey: boolean },
): Date | null {
  // What the player is paid is nobody else's gain, and the law has it paid within hours.
  if (isOwnKey || securedAt === undefined) return null
  const until = new Date(securedAt.getTime() + newSecretWaitSeconds * 1000)
  return until > now ? until : null
}

/** Until when much money in a day waits for a key that was first used then; nothing when it need not. */
export function keyWaitsUntil(
  { newKeyWaitAboveCents, newKeyWaitSeconds }: Waits,
  { now, since, isOwnKey }: { now: Date; since: Date | undefined; isOwnKey: boolean },
  dayCents: number,
): Date | null {
  // Whoever stole a session gains nothing by paying its player.
  if (isOwnKey || dayCents <= newKeyWaitAboveCents) return null
  const until = new Date((since ?? now).getTime() + newKeyWaitSeconds * 1000)
  return until > now ? until : null
}

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
