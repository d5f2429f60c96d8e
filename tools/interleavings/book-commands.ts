import {
  type CashOutRequest,
  decideCashOuts,
  moveSold,
  resultOf,
} from '../../apps/server/src/sportsbook/cash-out/cash-out-bets.ts'
import { keptOf } from '../../apps/server/src/sportsbook/cash-out/rules.ts'
import { requestName } from '../../apps/server/src/sportsbook/betting/bet-request.ts'
import type { EarlierBets } from '../../apps/server/src/sportsbook/betting/read-bets.ts'
import { decideBets, type DueBet } from '../../apps/server/src/sportsbook/betting/rules.ts'
import { exposedLegs, toStakes } from '../../apps/server/src/sportsbook/settlement/move-exposures.ts'
import { countBetTurnover } from '../../apps/server/src/sportsbook/settlement/count-turnover.ts'
import { moveMoney } from '../../apps/server/src/sportsbook/settlement/move-money.ts'
import { changeOf } from '../../apps/server/src/sportsbook/settlement/rules.ts'
import { sumsOf } from '../../apps/server/src/sportsbook/risk/rules.ts'
import { sportsbookSettings as settings } from '../../apps/server/src/sportsbook/settings.ts'
import { wageringSettings } from '../../apps/server/src/wagering/index.ts'
import { admitStakes, type Answer, checkLimits, earlierId, idKey } from './commands.ts'
import { end, lock, lockAccounts, lockAll, open, post, type Steps, type World } from './ledger.ts'
import { fixtureOf, FIXTURES, outcomesOf, quotesOf, currentBet } from './quotes.ts'
import { read, readAll, type Rows, type Tx, write } from './store.ts'

type Stake = { outcomeId: number; stakeCents: number; returnCents: number }

/** Adds to or subtracts from the liability of these outcomes, whose locks are held. */
function addLiabilities({ store }: World, tx: Tx, stakes: readonly Stake[], sign: 1 | -1): void {
  for (const { outcomeId, stakeCents, returnCents } of stakes) {
    const so = read(store, tx, 'liability', String(outcomeId)) ?? { stakeCents: 0, returnCents: 0 }
    write(tx, 'liability', String(outcomeId), {
      stakeCents: so.stakeCents + sign * stakeCents,
      returnCents: so.returnCents + sign * returnCents,
    })
  }
}

/** Places bets: accounts, then matches shared, then liabilities, then the house, as the sports book's `placeBets`. */
export function* placeBets(world: World, requests: readonly DueBet[]): Steps<Answer[]> {
  const { store } = world
  const tx = open(world, 'bets')
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const outcomeIds = requests.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))
  const fixtureIds = [...new Set(outcomeIds.map(fixtureOf))]
  const gate = yield* admitStakes(world, tx, playerIds)
  yield* lockAll(world, tx, { kind: 'fixture', ids: fixtureIds, mode: 'shared' })
  yield* lockAll(world, tx, { kind: 'liability', ids: outcomeIds })
  const earlier: EarlierBets = new Map(
    requests.flatMap((request) => {
      const id = earlierId(world, tx, idKey('bet', request.playerId, request.requestId))
      const bet = id === undefined ? undefined : store.tables.bet.get(id)
      return bet
        ? [[requestName(request), { request: { ...bet.request, isOffered: false }, shown: bet.shown }]]
        : []
    }),
  )
  const firstBetId = (world.lastId += 1024)
  const { answers, placed, added } = decideBets(requests, {
    quotes: quotesOf(world, tx, fixtureIds),
    firstBetId,
    settings,
    gate,
    earlier,
    cancelled: new Set(),
    stakeBoundOf: () => undefined,
    freeBets: new Map(),
    boostOf: () => undefined,
    headroomOf: () => Number.MAX_SAFE_INTEGER,
  })
  for (const bet of placed) {
    write(tx, 'bet', String(bet.id), rowOf(bet))
    write(tx, 'key', idKey('bet', bet.request.playerId, bet.request.requestId), String(bet.id))
  }
  yield 'statement'
  addLiabilities(world, tx, [...added.outcomes.values()], 1)
  yield* post(world, tx, gate.batch)
  yield* end(world, tx)
  checkLimits(
    world,
    placed.map(({ request }) => request.playerId),
  )
  return answers.map((answer) =>
    answer.ok ? { ok: true, value: `bet ${answer.value.betId}` } : { ok: false, code: answer.refusal.code },
  )
}

type Placed = ReturnType<typeof decideBets>['placed'][number]

const rowOf = ({
  id,
  request,
  quotes,
  ticket,
  promises,
  cashCents,
  bonusCents,
  shown,
}: Placed): Rows['bet'] => ({
  id,
  playerId: request.playerId,
  requestId: request.requestId,
  request,
  shown,
  status: 'open',
  unitStakeCents: request.unitStakeCents,
  folds: [...request.folds],
  isEachWay: false,
  stakeCents: ticket.stakeCents,
  cashCents,
  bonusCents,
  freeBetId: null,
  boost: ticket.boost,
  boostCents: 0,
  promises,
  insuredCents: 0,
  result: null,
  returnCents: null,
  settledTimes: 0,
  isCancelled: false,
  placedAt: quotes[0]?.at ?? new Date(0),
  legs: quotes.map(({ outcomeId, marketId, priceMilli }, place) => ({
    outcomeId,
    marketId,
    isBanker: false,
    priceMilli,
    exposedStakeCents: ticket.exposures[place]?.stakeCents ?? 0,
    exposedReturnCents: ticket.exposures[place]?.returnCents ?? 0,
    won: null,
    refunded: null,
    parts: null,
    withdrawnPrices: [],
    isHeldUp: false,
  })),
})

/** Sells open bets or parts, in the lock order of placing. */
export function* cashOutBets(world: World, requests: readonly CashOutRequest[]): Steps<Answer[]> {
  const { store } = world
  const tx = open(world, 'cash-outs')
  const batch = yield* lockAccounts(
    world,
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const bets = [...new Set(requests.map(({ betId }) => betId))].flatMap(
    (id) => store.tables.bet.get(String(id)) ?? [],
  )
  const outcomeIds = bets.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))
  const fixtureIds = [...new Set(outcomeIds.map(fixtureOf))]
  yield* lockAll(world, tx, { kind: 'fixture', ids: fixtureIds, mode: 'shared' })
  yield* lockAll(world, tx, { kind: 'liability', ids: outcomeIds })
  const earlier = requests.flatMap(({ playerId, requestId }) => {
    const id = earlierId(world, tx, idKey('cash-out', playerId, requestId))
    return id === undefined ? [] : (store.tables.cashOut.get(id) ?? [])
  })
  const { answers, sales } = decideCashOuts(requests, {
    earlier,
    bets: bets.map((bet) => currentBet(world, tx, bet)),
    offers: { quotes: quotesOf(world, tx, fixtureIds), pricedFrom: new Map() },
    settings,
  })
  for (const one of sales) {
    const { request, bet, cut } = one
    moveSold(batch, one)
    const row = read(store, tx, 'bet', String(bet.id))
    if (!row) continue
    const id = `${bet.id}:${request.requestId}`
    const unitBeforeCents = cut.unitCents + cut.keptUnitCents
    write(tx, 'cashOut', id, {
      ...request,
      unitCents: cut.unitCents,
      paidCents: cut.paidCents,
      unitBeforeCents,
    })
    write(tx, 'key', idKey('cash-out', request.playerId, request.requestId), id)
    addLiabilities(world, tx, sumsOf(toStakes(bet.legs)), -1)
    const kept = {
      ...row,
      unitStakeCents: cut.keptUnitCents,
      stakeCents: row.stakeCents - cut.stakeCents,
      cashCents: row.cashCents - cut.cashCents,
      bonusCents: row.bonusCents - cut.bonusCents,
    }
    if (cut.isWhole) write(tx, 'bet', String(bet.id), { ...row, status: 'cashed_out', result: resultOf(cut) })
    else {
      const legs = exposedLegs(keptOf(bet, cut))
      addLiabilities(world, tx, sumsOf(toStakes(legs)), 1)
      write(tx, 'bet', String(bet.id), { ...kept, boost: null, legs })
    }
  }
  yield* post(world, tx, batch)
  yield* end(world, tx)
  return answers.map((answer) => {
    if (!answer.ok) return { ok: false, code: answer.refusal.code }
    return { ok: true, value: 'paidCents' in answer.value ? `paid ${answer.value.paidCents}` : 'waits' }
  })
}

/** A feed closes a match or reports its result, exclusively, as `lockFixturesExclusive` does. */
export function* sendResult(world: World, fixtureId: number, winner: number | null): Steps<Answer[]> {
  const tx = open(world, 'feed')
  yield* lock(world, tx, `fixture:${fixtureId}`)
  yield 'statement'
  for (const [place, outcomeId] of outcomesOf(fixtureId).entries())
    write(tx, 'outcome', String(outcomeId), {
      marketStatus: 'closed',
      isWon: winner === null ? null : winner === place,
    })
  yield* end(world, tx)
  return [{ ok: true, value: 'told' }]
}

/** Bets that differ from their outcomes' results: the settlement's work. */
export const unsettled = (world: World) =>
  readAll(world.store, 'bet').flatMap((bet) => {
    if (bet.status === 'cashed_out') return []
    const now = { ...currentBet(world, undefined, bet), fixtureId: FIXTURES[0] }
    const change = changeOf(now)
    return change ? [change] : []
  })

/** Settles what was read before locking, and skips what others settled or sold meanwhile. */
export function* settleBets(world: World): Steps<Answer[]> {
  const { store, fault } = world
  const wished = unsettled(world)
  yield 'statement'
  const tx = open(world, 'settlement')
  const batch = yield* lockAccounts(
    world,
    tx,
    wished.map(({ bet }) => bet.playerId),
  )
  const changes = wished.filter(({ bet }) => {
    const now = read(store, tx, 'bet', String(bet.id))
    const isAsRead = now?.settledTimes === bet.settledTimes && now.unitStakeCents === bet.unitStakeCents
    return fault === 'settled_as_read' || (isAsRead && now.status !== 'cashed_out')
  })
  const settlementId = (world.settlements += 1)
  moveMoney(batch, changes, {
    settlementId,
    free: { freeBets: new Map(), wagering: undefined, ended: new Set(), bonusTimes: 0 },
    cashPaid: new Map(), // only for stakes paid by a bonus
  })
  const countedIds = new Set(changes.flatMap(({ bet }) => (bet.settledTimes > 0 ? [bet.id] : [])))
  countBetTurnover(batch, changes, { wagering: wageringSettings, opposedIds: new Set(), countedIds })
  for (const { bet, after } of changes) {
    const row = read(store, tx, 'bet', String(bet.id))
    if (!row) continue
    write(tx, 'bet', String(bet.id), {
      ...row,
      status: after ? 'settled' : 'open',
      result: after?.result ?? null,
      returnCents: after?.returnCents ?? null,
      boostCents: after?.boostCents ?? 0,
      insuredCents: after?.insuredCents ?? 0,
      settledTimes: row.settledTimes + 1,
    })
  }
  const stakesOf = (some: typeof changes) => sumsOf(some.flatMap(({ bet }) => toStakes(bet.legs)))
  const closed = stakesOf(changes.filter(({ before }) => !before))
  const reopened = stakesOf(changes.filter(({ after }) => !after))
  yield* lockAll(world, tx, {
    kind: 'liability',
    ids: [...closed, ...reopened].map(({ outcomeId }) => outcomeId),
  })
  addLiabilities(world, tx, closed, -1)
  addLiabilities(world, tx, reopened, 1)
  yield* post(world, tx, batch)
  yield* end(world, tx)
  return [{ ok: true, value: `${changes.length} settled` }]
}
