import { post } from '../../ledger/index.ts'
import { assert, present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Result } from '../../platform/result.ts'
import { admitStakes, type CompliancePolicy } from '../../protection/index.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import { addedColumns, addLiabilities } from '../risk/index.ts'
import { betPlaced } from '../events.ts'
import { simulatorPlays } from '../feeds/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { outcomesOf, type PlaceBetRefusal } from './bet-request.ts'
import { readEarlierBets } from './earlier-bets.ts'
import { insertBets, insertLegs } from './queries.ts'
import { lockQuotes } from './read-quotes.ts'
import { decideBets, type DueBet, type PlacedBet } from './rules.ts'
import type { WireBet } from './wire-bet.ts'

export type BettingNeeds = {
  policy: CompliancePolicy
  settings: SportsbookSettings
  wagering: WageringSettings
}

/** Ids are drawn in blocks of 1024: a list may not be longer. */
const MAX_LIST = 1024

/**
 * Takes the stakes and records the bets, or says for each request why not. Answers in the order asked; a request
 * that was answered with a bet before is answered with that bet again. The order of locks: the players' accounts,
 * the fixtures, the sums of the outcomes, the accounts of the house; settlement and feeds keep it too.
 */
export function placeBets(
  deps: Deps,
  { policy, settings, wagering }: BettingNeeds,
  requests: readonly DueBet[],
): Promise<Result<WireBet, PlaceBetRefusal>[]> {
  assert(requests.length <= MAX_LIST, `a list of bets is at most ${MAX_LIST} long`)
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const outcomeIds = outcomesOf(requests)
  return deps.db.begin(async (tx) => {
    const [gate, earlier, locked] = await Promise.all([
      admitStakes(tx, { policy, bonusRules: wagering }, playerIds),
      readEarlierBets(tx, requests),
      lockQuotes(tx, outcomeIds, { ...settings, simulatorPlays: simulatorPlays(deps.config) }),
    ])
    const { answers, placed, added } = decideBets(requests, { settings, gate, earlier, ...locked })
    if (placed.length === 0) return answers
    await Promise.all([
      insertBets(tx, placed.map(betRow)),
      insertLegs(tx, placed.flatMap(legRows)),
      writeEvents(
        tx,
        betPlaced,
        placed.map(({ id, bonusCents, request: { playerId }, ticket: { stakeCents } }) => ({
          playerId,
          betId: id,
          stakeCents,
          bonusStakeCents: bonusCents,
        })),
      ),
      addLiabilities(tx, addedColumns(added, locked.quotes, settings)),
      // Last: it locks the accounts of the house, which other lists wait for.
      post(tx, gate.batch),
    ])
    return answers
  })
}

const betRow = ({ id, request, quotes, ticket, cashCents, bonusCents }: PlacedBet) => ({
  id,
  playerId: request.playerId,
  requestId: request.requestId,
  unitStakeCents: request.unitStakeCents,
  folds: JSON.stringify(request.folds),
  stakeCents: ticket.stakeCents,
  cashCents,
  bonusCents,
  potentialReturnCents: ticket.potentialReturnCents,
  accept: request.accept,
  placedAt: present(quotes[0], 'a leg of a bet').at, // prices of a list are read at one instant
})

const legRows = ({ id, request, quotes, ticket }: PlacedBet) =>
  quotes.map((quote, place) => {
    const asked = present(request.legs[place], 'a leg as it was asked for')
    const exposure = present(ticket.exposures[place], 'the exposure of a leg')
    return {
      betId: id,
      playerId: request.playerId,
      place,
      fixtureId: quote.fixtureId,
      outcomeId: quote.outcomeId,
      isBanker: asked.isBanker,
      requestedPriceMilli: asked.priceMilli,
      priceMilli: quote.priceMilli,
      priceVersion: quote.priceVersion,
      exposedStakeCents: exposure.stakeCents,
      exposedReturnCents: exposure.returnCents,
    }
  })
