import type { Deps } from '../../platform/deps.ts'
import { skipFailingInPages } from '../../platform/skip-failing.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { cashOutReached } from '../events.ts'
import type { SportsbookSettings } from '../settings.ts'
import { cashOutBets, readOffers } from './cash-out-bets.ts'
import * as queries from './queries.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** A request: the trigger at which a bet is cashed out or its player is notified; none removes it. */
export type SetCashOutRule = {
  playerId: number
  betId: number
  kind: queries.RuleKind
  levelCents: number | undefined
}

/**
 * Sets or removes a trigger. It takes effect after the longest in-play delay: otherwise a trigger below the
 * present value would cash out without a delay, at a price from before a goal the player has seen. While a
 * selection is in play, the previous `sell` trigger counts until then, and a further change must wait for the
 * last one: otherwise a player could use a trigger as a cash-out and cancel it at the last moment.
 */
export async function setCashOutRule(
  { db }: Pick<Deps, 'db'>,
  settings: Pick<SportsbookSettings, 'betDelayMs' | 'sportBetDelaysMs' | 'marketBetDelaysMs'>,
  { levelCents, ...rule }: SetCashOutRule,
): Promise<Result<true, 'bet_not_open' | 'level_waits'>> {
  const { betDelayMs, sportBetDelaysMs, marketBetDelaysMs } = settings
  const delayMs = Math.max(
    betDelayMs,
    ...Object.values(sportBetDelaysMs),
    ...Object.values(marketBetDelaysMs),
  )
  return db.begin(async (tx) => {
    const state = await queries.lockRule(tx, rule)
    if (!state) return levelCents === undefined ? ok(true) : refuse('bet_not_open')
    if (rule.kind === 'sell' && state.isInPlay && state.isSet) {
      if (state.isOnItsWay) return refuse('level_waits')
      await queries.changeRule(tx, { ...rule, levelCents, delayMs })
    } else if (levelCents === undefined) await queries.deleteRule(tx, rule)
    else await queries.upsertRule(tx, { ...rule, levelCents, delayMs })
    return ok(true)
  })
}

/** Triggers processed together. */
const AT_ONCE = 500
/** Maximum age of an offer that is decided again. */
const PATIENCE_MS = 60_000

/**
 * Cashes out bets that have reached their trigger, at their current value, which may have jumped above it.
 * There is no delay once a trigger is in effect, because the prices of the house choose the moment. Players
 * with a `notify` trigger are notified once. Returns the number cashed out; safe to run on several servers at
 * once. A faulty bet is skipped and tried again in the next run.
 */
export async function watchCashOutRules(
  deps: Deps,
  settings: SportsbookSettings,
  atOnce = AT_ONCE,
): Promise<number> {
  await queries.endRulesOfEndedBets(deps.db)
  const sold = await skipFailingInPages({
    size: atOnce,
    read: (after: queries.RuleRow | undefined) => queries.selectWaitingRules(deps.db, after, atOnce),
    run: (rules) => act(deps, settings, rules),
    skip: ({ betId }, error) => {
      failedRules(deps.metrics).inc()
      deps.log.error({ err: error, betId }, 'could not process a cash-out trigger')
    },
  })
  return sold.reduce((sum, count) => sum + count, 0)
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
  const notified = reached.filter(({ kind }) => kind === 'notify')
  if (notified.length > 0) await notifyPlayers(deps, notified)
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
      hasWaited: true,
      expiresAtMs: at.getTime() + PATIENCE_MS,
    })),
  )
  return answers.filter((answer) => answer.ok).length
}

/** Ends the triggers and notifies, in one transaction: each exactly once. */
async function notifyPlayers(
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

const failedRules = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter('sportsbook_failed_cash_out_rules_total', 'Failed attempts to process cash-out triggers')
