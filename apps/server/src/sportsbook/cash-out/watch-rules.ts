import type { Deps } from '../../platform/deps.ts'
import { isFault } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { cashOutReached } from '../events.ts'
import type { SportsbookSettings } from '../settings.ts'
import { cashOutBets } from './cash-out-bets.ts'
import { readOffers } from './read-offers.ts'
import { failedRules } from './failed-rules.ts'
import * as queries from './rule-queries.ts'

/** What a player asks for: a level at which a bet is sold or told of; none takes it back. */
export type SetCashOutRule = {
  playerId: number
  betId: number
  kind: queries.RuleKind
  levelCents: number | undefined
}

/**
 * Sets a level or takes it back. It counts after the longest delay of a bet in play: set below what the bet is worth it
 * would else sell it without one, at a price from before a goal that its player has seen.
 */
export async function setCashOutRule(
  { db: sql }: Pick<Deps, 'db'>,
  settings: Pick<SportsbookSettings, 'betDelayMs' | 'sportBetDelaysMs' | 'marketBetDelaysMs'>,
  { levelCents, ...rule }: SetCashOutRule,
): Promise<Result<true, 'bet_not_open'>> {
  if (levelCents === undefined) {
    await queries.deleteRule(sql, rule)
    return ok(true)
  }
  const { betDelayMs, sportBetDelaysMs, marketBetDelaysMs } = settings
  const delayMs = Math.max(
    betDelayMs,
    ...Object.values(sportBetDelaysMs),
    ...Object.values(marketBetDelaysMs),
  )
  const set = await queries.upsertRule(sql, { ...rule, levelCents, delayMs })
  return set.length > 0 ? ok(true) : refuse('bet_not_open')
}

/** Levels that are looked at together. */
const AT_ONCE = 500
/** An offer that was worked out a moment ago is decided anew; it may be this old. */
const PATIENCE_MS = 60_000

/**
 * Sells the bets that are worth what their players set, for what they are worth now: more where the level was jumped
 * over. No delay once a level counts, as nobody chooses the moment but the house's own prices. Tells the others once. Answers how many were
 * sold; run by several servers at once each is sold once.
 */
export async function watchCashOutRules(
  deps: Deps,
  settings: SportsbookSettings,
  atOnce = AT_ONCE,
): Promise<number> {
  await queries.dropEnded(deps.db)
  let sold = 0
  let after: queries.RuleRow | undefined
  for (;;) {
    const rules = await queries.selectWaitingRules(deps.db, after, atOnce)
    if (rules.length === 0) return sold
    after = rules.at(-1)
    sold += await actAlone(deps, settings, rules)
    if (rules.length < atOnce) return sold
  }
}

/**
 * Acts on a page of rules. One that fails as a whole is tried in halves, so that a poisonous bet is found and left alone,
 * and all others go on; it is tried again with the next look. A database that cannot be reached fails them all.
 */
async function actAlone(
  deps: Deps,
  settings: SportsbookSettings,
  rules: readonly queries.RuleRow[],
): Promise<number> {
  try {
    return await act(deps, settings, rules)
  } catch (error) {
    const [rule] = rules
    if (!rule || isFault(error)) throw error
    if (rules.length === 1) {
      failedRules(deps.metrics).inc()
      deps.log.error({ err: error, betId: rule.betId }, 'a level of a bet could not be looked at')
      return 0
    }
  }
  const middle = Math.ceil(rules.length / 2)
  const first = await actAlone(deps, settings, rules.slice(0, middle))
  return first + (await actAlone(deps, settings, rules.slice(middle)))
}

async function act(
  deps: Deps,
  settings: SportsbookSettings,
  rules: readonly queries.RuleRow[],
): Promise<number> {
  const betIds = [...new Set(rules.map(({ betId }) => betId))]
  const offers = await readOffers(deps, settings, { betIds })
  const reached = rules.flatMap((rule) => {
    const offer = offers.get(rule.betId)
    return offer && offer.offerCents >= rule.levelCents ? [{ ...rule, ...offer }] : []
  })
  const told = reached.filter(({ kind }) => kind === 'notify')
  if (told.length > 0) await tell(deps, told)
  const selling = reached.filter(({ kind }) => kind === 'sell')
  if (selling.length === 0) return 0
  const answers = await cashOutBets(
    deps,
    settings,
    selling.map(({ playerId, betId, levelCents, at }) => ({
      playerId,
      betId,
      requestId: `level-${betId}-${levelCents}`,
      unitCents: undefined,
      minOfferCents: levelCents,
      levelCents,
      expiresAtMs: at.getTime() + PATIENCE_MS,
    })),
  )
  return answers.filter((answer) => answer.ok).length
}

/** Ends the rules and tells of them, in one transaction: each is told once. */
async function tell(
  { db }: Deps,
  reached: readonly (queries.RuleRow & { offerCents: number })[],
): Promise<void> {
  await db.begin(async (tx) => {
    const ended = await queries.endRules(
      tx,
      reached.map(({ betId }) => betId),
      reached.map(({ kind }) => kind),
    )
    const mine = new Set(ended.map(({ betId }) => betId))
    await writeEvents(
      tx,
      cashOutReached,
      reached
        .filter(({ betId }) => mine.has(betId))
        .map(({ playerId, betId, levelCents, offerCents }) => ({ playerId, betId, levelCents, offerCents })),
    )
  })
}
