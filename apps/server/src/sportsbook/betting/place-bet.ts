import { setTimeout as sleep } from 'node:timers/promises'
import { batches } from '../../platform/batches.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { type ExposureHeadroom, openExposureHeadroom } from '../risk/exposure-headroom.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isSameRequest, outcomesOf, type PlaceBet, type PlaceBetRefusal } from './bet-request.ts'
import { lateCallOffs, inFlightById, waitingRoom } from './waiting-bets.ts'
import { type AskedStake, readMaxStake, type Preview, previewBets } from './preview-bets.ts'
import { betOffers, withOffer } from './counter-offers.ts'
import { type AcceptedReferral, acceptReferral, type PlaceIn, referBet } from './bet-referrals.ts'
import { type BettingNeeds, placeBets, placeIn } from './place-bets.ts'
import { selectInPlay } from './queries.ts'
import { readPlaces } from './quote-rows.ts'
import type { DueBet } from './rules.ts'
import { readQuotes } from './read-quotes.ts'
import { insertWaiting } from './waiting-queries.ts'
import type { WireBet } from './wire-bet.ts'

type OpeningNeeds = Pick<BettingNeeds, 'policy'> & {
  /** Settings that operators cannot change. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs' | 'maxWaitingBets' | 'maxWaitingOfPlayer' | 'roomsAgeMs'>
  /** The settings in force, read for each list. */
  readSettings: () => Promise<SportsbookSettings>
  readWagering: () => Promise<WageringSettings>
}

/**
 * Places one bet by way of a list. An in-play bet waits out its delay here before it enters a list, and is
 * then decided by the prices and states of that moment. The wait is in memory; its row serves only its status
 * and its cancellation. Nothing is debited or promised before the decision, so a server that dies meanwhile
 * loses nothing, and a repeated request is decided anew.
 */
export function openBetting(deps: Deps, { policy, fixed, readSettings, readWagering }: OpeningNeeds) {
  // Not queried per bet: pre-match bets do not wait, and a query of their own would cost them more than a third
  // (measured). A bet whose match has kicked off since is refused by its list. Matches, not their outcomes: on a busy
  // evening these are tens of thousands of rows, read twice a second.
  const inPlay = cachedRead(fixed.catalogueAgeMs, async () => {
    const matches = await selectInPlay(deps.db)
    return new Set(matches.map(({ fixtureId }) => fixtureId))
  })
  // Computed from all open bets, so not for each list. Markets enforce their own limits exactly meanwhile.
  const headroom = openExposureHeadroom(deps.db, fixed.roomsAgeMs)
  const preview = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly DueBet[]) => {
      const [settings] = await Promise.all([readSettings(), headroom.refresh()])
      return previewBets(deps, { policy, settings, headroom }, requests)
    },
    concurrency: 2,
  })
  const placeList = async (requests: readonly DueBet[]) => {
    const [settings, wagering] = await Promise.all([readSettings(), readWagering(), headroom.refresh()])
    await warmBuilders(deps, settings, requests)
    return placeBets(deps, { policy, settings, wagering, headroom }, requests)
  }
  const place = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: placeList,
    key: ({ playerId }) => playerId,
    concurrency: 2, // one list is written while the next one is decided
  })
  const waiting = waitingRoom(fixed)
  const waitingNow = inFlightById<DueBet, Result<WireBet, PlaceBetRefusal>>()
  const callOffs = lateCallOffs(deps, 'bets')
  const offers = betOffers(deps.config)
  const decide = async (request: DueBet): Promise<Result<WireBet, PlaceBetRefusal>> => {
    const [playing, places] = await Promise.all([inPlay('all'), readPlaces(deps.db, outcomesOf([request]))])
    const isInPlay = places.some(({ fixtureId }) => playing.has(fixtureId))
    const previewed = isInPlay ? await preview(request) : atOnce
    if (!previewed.ok) {
      const { offerSeconds } = await readSettings()
      return withOffer(deps.db, { ...deps, offerSeconds }, request, previewed)
    }
    const { delayMs } = previewed.value
    if (delayMs === 0) return place({ ...request, hasWaited: false, delayMs })
    // Others with the same id may have arrived during the check.
    return sameWaiting(request) ?? waitingNow.hold(request, () => decideLater(request, delayMs))
  }
  const decideLater = async (request: DueBet, delayMs: number): Promise<Result<WireBet, PlaceBetRefusal>> => {
    const { playerId } = request
    const mayNot = await callOffs.mayNotWait(playerId)
    if (mayNot) return refuse(mayNot)
    const leave = waiting.enter(request)
    if (!leave) return refuse('too_many_waiting')
    try {
      const cancelMs = Math.floor((delayMs * (await readSettings()).cancelShareBps) / 10_000)
      await insertWaiting(deps.db, { ...request, delayMs, cancelMs })
      await sleep(delayMs)
    } finally {
      leave()
    }
    // An offer accepted in time does not expire while its bet waits.
    const held = request.held && { ...request.held, untilMs: request.held.untilMs + delayMs }
    const answer = await place({ ...request, held, hasWaited: true, delayMs })
    if (!answer.ok) await callOffs.count(playerId, answer.refusal.code)
    return answer
  }
  /** One request waits once, and no other is placed under its id meanwhile: that would cancel it. */
  const sameWaiting = (request: DueBet) => {
    const other = waitingNow.find(request)
    if (!other) return undefined
    const isSame = isSameRequest(request, { ...other.request, isOffered: other.request.held !== undefined })
    return isSame ? other.answer : Promise.resolve(refuse('request_mismatch'))
  }
  const placeBet = async (request: PlaceBet): Promise<Result<WireBet, PlaceBetRefusal>> => {
    const held = request.offerId === undefined ? undefined : offers.read(request)
    if (request.offerId !== undefined && !held) return request.closed ?? refuse('not_found')
    const asked = { ...request, held, hasWaited: false }
    return sameWaiting(asked) ?? decide(asked)
  }
  const placeTogether = (requests: readonly PlaceBet[]) =>
    placeList(requests.map((request) => ({ ...request, hasWaited: false })))
  /** Applies every limit that counts when the bet is placed. */
  const maxStake = async (asked: AskedStake) => {
    const [settings] = await Promise.all([readSettings(), headroom.refresh()])
    return readMaxStake(deps, { policy, settings, headroom }, asked)
  }
  /** Shares the limits of matches, competitions, sports and the book with the other servers that accept bets. */
  const join = () =>
    headroom.join({ log: deps.log, patienceMs: deps.config.PATIENCE_MS, readBounds: readSettings })
  const referrals = referralsOf(deps, { policy, headroom, readSettings, readWagering, placeBet })
  return { placeBet, placeTogether, maxStake, referrals, join }
}

type ReferralNeeds = Pick<OpeningNeeds, 'policy' | 'readSettings' | 'readWagering'> & {
  headroom: ExposureHeadroom
  placeBet: (request: PlaceBet) => Promise<Result<WireBet, PlaceBetRefusal>>
}

type Accepted = Parameters<typeof acceptReferral>[2]
type Accepting = Promise<Result<AcceptedReferral, 'referral_over'>>

/** Bets above their limits: asking a trader, and accepting for one. */
const referralsOf = (
  deps: Deps,
  { policy, headroom, readSettings, readWagering, placeBet }: ReferralNeeds,
) => ({
  /** Places a bet, or asks a trader if it is above its limit. */
  refer: (request: PlaceBet) => referBet(deps, { readSettings, placeBet }, request),
  /**
   * Accepts a referral in the operator's transaction, which `begin` opens; the exposure of its bet stays reserved until that
   * has ended.
   */
  accept: async <R>(referral: Accepted, begin: (work: (tx: Tx) => Accepting) => Promise<R>): Promise<R> => {
    const [settings, wagering] = await Promise.all([readSettings(), readWagering(), headroom.refresh()])
    const reservation = headroom.reserve()
    const needs = { policy, settings, wagering, headroom, reservation }
    const place: PlaceIn = (tx, requests) => placeIn(tx, deps, needs, requests)
    try {
      return await begin((tx) => acceptReferral(tx, place, referral))
    } finally {
      reservation.end()
    }
  },
})

const atOnce: Result<Preview, never> = ok({ delayMs: 0 })

/**
 * Prices the bet builders of a list before their matches are locked: a new score grid may take a tenth of a second,
 * and everybody who bets on the match would wait. They are priced again under the lock, from the cached grid, or from
 * a new one if the match has changed in between.
 */
async function warmBuilders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  requests: readonly DueBet[],
): Promise<void> {
  const builders = requests.flatMap(({ legs }) =>
    legs.flatMap(({ outcomeId, selections = [] }) => (selections.length > 1 ? [outcomeId] : [])),
  )
  if (builders.length === 0) return
  await readQuotes(db, [...new Set(builders)], { ...settings, simulatorPlays: simulatorPlays(config) })
}
