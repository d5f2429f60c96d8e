import { setTimeout as sleep } from 'node:timers/promises'
import { batches } from '../../platform/batches.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import { simulatorPlays } from '../feeds/index.ts'
import { openRooms } from '../risk/index.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { PlaceBet, PlaceBetRefusal } from './bet-request.ts'
import { type AskedStake, readMaxStake } from './max-stake.ts'
import { betOffers, withOffer } from './offers.ts'
import { type BettingNeeds, placeBets } from './place-bets.ts'
import { type Preview, previewBets } from './preview-bets.ts'
import { selectInPlay } from './queries.ts'
import type { DueBet } from './rules.ts'
import { readQuotes } from './read-quotes.ts'
import { insertWaiting } from './waiting-queries.ts'
import { waitingRoom } from './waiting-room.ts'
import type { WireBet } from './wire-bet.ts'

type OpeningNeeds = Pick<BettingNeeds, 'policy'> & {
  /** What operators do not set. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs' | 'maxWaitingBets' | 'maxWaitingOfPlayer' | 'roomsAgeMs'>
  /** The numbers in force, asked for each list. */
  readSettings: () => Promise<SportsbookSettings>
  readWagering: () => Promise<WageringSettings>
}

/**
 * Places one bet through lists. A bet in play waits out its delay here, before it comes into a list, and is decided
 * by what stands then. It waits in memory alone: nothing is taken or promised until it is decided, so a server
 * that dies meanwhile has lost nothing, and the same request asked again is decided afresh.
 */
export function openBetting(deps: Deps, { policy, fixed, readSettings, readWagering }: OpeningNeeds) {
  // Not asked of the database for each bet: before the start nobody waits, and a look of their own would cost those
  // bets more than a third (measured). One whose match has kicked off since is refused by its list.
  const inPlay = cachedRead(fixed.catalogueAgeMs, async () => {
    const outcomes = await selectInPlay(deps.db)
    return new Set(outcomes.map(({ outcomeId }) => outcomeId))
  })
  // Worked out of all open bets, so not for each list: markets keep their own bounds to the cent meanwhile.
  const rooms = openRooms(deps.db, fixed.roomsAgeMs)
  const preview = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly DueBet[]) => {
      const [settings] = await Promise.all([readSettings(), rooms.refresh()])
      return previewBets(deps, { policy, settings, rooms }, requests)
    },
    concurrency: 2,
  })
  const placeList = async (requests: readonly DueBet[]) => {
    const [settings, wagering] = await Promise.all([readSettings(), readWagering(), rooms.refresh()])
    await warmBuilders(deps, settings, requests)
    return placeBets(deps, { policy, settings, wagering, rooms }, requests)
  }
  const place = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: placeList,
    key: ({ playerId }) => playerId,
    concurrency: 2, // one list is written while the next one is decided
  })
  const waiting = waitingRoom(fixed)
  const offers = betOffers(deps.config)
  const decide = async (request: DueBet): Promise<Result<WireBet, PlaceBetRefusal>> => {
    const playing = await inPlay('all')
    const isInPlay = request.legs.some(({ outcomeId, selections = [outcomeId] }) =>
      selections.some((id) => playing.has(id)),
    )
    const previewed = isInPlay ? await preview(request) : atOnce
    if (!previewed.ok) {
      const { offerSeconds } = await readSettings()
      return withOffer(deps.db, { ...deps, offerSeconds }, request, previewed)
    }
    const { delayMs } = previewed.value
    if (delayMs > 0) {
      const leave = waiting.enter(request)
      if (!leave) return refuse('too_many_waiting')
      try {
        const cancelMs = Math.floor((delayMs * (await readSettings()).cancelShareBps) / 10_000)
        await insertWaiting(deps.db, { ...request, delayMs, cancelMs })
        await sleep(delayMs)
      } finally {
        leave()
      }
    }
    // An offer that was taken up in time is not over because its bet has waited.
    const held = request.held && { ...request.held, untilMs: request.held.untilMs + delayMs }
    return place({ ...request, held, hasWaited: delayMs > 0, delayMs })
  }
  const placeBet = async (request: PlaceBet): Promise<Result<WireBet, PlaceBetRefusal>> => {
    const held = request.offerId === undefined ? undefined : offers.read(request)
    if (request.offerId !== undefined && !held) return refuse('not_found')
    return decide({ ...request, held, hasWaited: false })
  }
  const placeTogether = (requests: readonly PlaceBet[]) =>
    placeList(requests.map((request) => ({ ...request, hasWaited: false })))
  /** Within all bounds that placing keeps. */
  const maxStake = async (asked: AskedStake) => {
    const [settings] = await Promise.all([readSettings(), rooms.refresh()])
    return readMaxStake(
      deps.db,
      { policy, settings, simulatorPlays: simulatorPlays(deps.config), rooms },
      asked,
    )
  }
  return { placeBet, placeTogether, maxStake }
}

const atOnce: Result<Preview, never> = ok({ delayMs: 0 })

/**
 * Prices the bet builders of a list before their matches are held: what a match is priced from may take a tenth of a second
 * to work out anew, and everybody who bets on it would wait. Under the lock they are priced again, from what is there then,
 * or anew where the match has changed in between.
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
