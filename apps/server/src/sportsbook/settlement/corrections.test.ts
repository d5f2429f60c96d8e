import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockAccounts, move, post, readBalances, readOwed } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { giveBackBonuses } from '../../wagering/index.ts'
import {
  openBettors,
  addMatch,
  type Harness,
  nextRequest,
  openHarness,
  play,
  parlayFor,
  requestFor,
} from '../testing/harness.ts'
import { type PlayMessage, withOdds } from '../updates/messages.ts'
import { sportsbookSettings } from '../settings.ts'
import { sampleFixture, samples } from '../testing/sport-samples.ts'

/** Places that each way pays in a field of five. */
const PLACES = 2

let harness: Harness
let placed: ReturnType<typeof openBettors>['placed']
beforeAll(async () => {
  harness = await openHarness()
  ;({ placed } = openBettors(harness))
})
afterAll(() => harness.close())

const fund = (playerId: number, kind: 'cash' | 'bonus', cents: number) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, {
      key: `given:${harness.deps.random.uuid()}`,
      from: 'opening',
      to: { playerId, kind },
      cents,
    })
    await post(tx, batch)
  })

/** A player with this much cash and bonus; either may be zero. */
const playerWith = async ({ cash, bonus }: { cash: number; bonus: number }) => {
  const playerId = await harness.newPlayer(cash)
  await fund(playerId, 'bonus', bonus)
  return playerId
}

const moneyOf = async (playerId: number) => {
  const { db } = harness.deps
  const { cashCents, bonusCents } = present((await readBalances(db, [playerId])).get(playerId), 'balances')
  return { cash: cashCents, bonus: bonusCents, owed: (await readOwed(db, [playerId])).get(playerId) ?? 0 }
}

type Reported = 'reopened' | readonly [number, number]

const report = async (key: string, reported: Reported) => {
  const message =
    reported === 'reopened' ? { ...play(key, -11, 0, 0), state: null } : play(key, -1, ...reported)
  await harness.receive([message])
  await harness.sportsbook.settle()
}

test('each return of a settlement says how much of it repaid a debt', async () => {
  const { deps } = harness
  const playerId = await harness.newPlayer(3000)
  const { outcomes, key } = await addMatch(harness)
  for (const code of ['home', 'home', 'away']) await placed(playerId, outcomes[code])
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'debt'])
    const from = { playerId, kind: 'debt' } as const
    move(batch, { key: `owed:${playerId}`, from, to: 'opening', cents: 2500 })
    await post(tx, batch)
  })
  await report(key, [1, 0])
  expect(await moneyOf(playerId)).toEqual({ cash: 1500, bonus: 0, owed: 0 })
  const [reported] = await deps.db<{ events: { returnCents: number; repaidCents?: number }[] }[]>`
    select events::json from platform_outbox where topic = 'bet.settled' order by id desc limit 1`
  const repaid = (reported?.events ?? []).map(({ returnCents, repaidCents = 0 }) => [
    returnCents,
    repaidCents,
  ])
  expect(repaid.toSorted(([, one = 0], [, other = 0]) => one - other)).toEqual([
    [0, 0],
    [2000, 500],
    [2000, 2000],
  ])
  expect(await harness.verify()).toEqual([])
})

describe('a result that is rolled back and reported again', () => {
  test('leaves a bonus’s winnings with the bonus, and the player’s own money unchanged', async () => {
    const playerId = await playerWith({ cash: 1, bonus: 999 })
    const { outcomes, key } = await addMatch(harness)
    await placed(playerId, outcomes['home'])
    await fund(playerId, 'cash', 5000)
    await report(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5002, bonus: 1998, owed: 0 })
    await report(key, 'reopened')
    expect(await moneyOf(playerId)).toEqual({ cash: 5000, bonus: 0, owed: 0 })
    await report(key, [2, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5002, bonus: 1998, owed: 0 })
  })

  test('turns no bonus into cash: missing cash is owed until it is paid again', async () => {
    const playerId = await harness.newPlayer(1000)
    const [{ outcomes, key }, other] = [await addMatch(harness), await addMatch(harness)]
    await placed(playerId, outcomes['home'])
    await report(key, [1, 0])
    await placed(playerId, other.outcomes['home'], { stakeCents: 2000 })
    await fund(playerId, 'bonus', 3000)
    await report(key, 'reopened')
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 3000, owed: 2000 })
    await report(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 3000, owed: 0 })
    await report(other.key, [0, 1])
  })

  test('takes from cash the part of the bonus that became cash, and returns it there when reported again', async () => {
    const playerId = await playerWith({ cash: 1, bonus: 999 })
    const { outcomes, key } = await addMatch(harness)
    await placed(playerId, outcomes['home'])
    await report(key, [1, 0])
    await harness.deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
      move(batch, { key: `wagered:${playerId}`, from, to, cents: 1500 })
      await post(tx, batch)
    })
    const wagered = { cash: 1502, bonus: 498, owed: 0 }
    expect(await moneyOf(playerId)).toEqual(wagered)
    const none = { cash: 0, bonus: 0, owed: 0 }
    for (const reported of [[0, 1], [1, 0], 'reopened', [2, 0], [0, 2], 'reopened', [1, 0]] as const) {
      await report(key, reported)
      const isWon = reported !== 'reopened' && reported[0] > reported[1]
      expect([reported, await moneyOf(playerId)]).toEqual([reported, isWon ? wagered : none])
    }
    // Spent meanwhile, it is owed, and the return repays the debt first.
    const other = await addMatch(harness)
    await placed(playerId, other.outcomes['home'], { stakeCents: 1502 })
    await report(key, 'reopened')
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 0, owed: 1502 })
    await report(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 498, owed: 0 })
    await report(other.key, [0, 1])
  })

  test('costs nobody a free bet’s profit that was forfeited as a bonus, and grants it no second time', async () => {
    const { db } = harness.deps
    const playerId = await harness.newPlayer(5000)
    const freeBetId = 'f'.repeat(32)
    await db`
      insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
      values (${freeBetId}, 'gift-that-is-given-back', ${playerId}, 1000, 1500, '["single"]', now() + interval '1 day', 'spec')`
    const { outcomes, key } = await addMatch(harness)
    await harness.sportsbook.placeBet({ ...requestFor(playerId, outcomes['home']), freeBetId })
    await report(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5000, bonus: 1000, owed: 0 })
    const wagering = { deps: harness.deps, policy: policyOf(harness.deps.config) }
    await giveBackBonuses(wagering, [{ playerId, requestId: nextRequest() }])
    for (const reported of [[0, 1], 'reopened', [1, 0]] as const) {
      await report(key, reported)
      expect([reported, await moneyOf(playerId)]).toEqual([reported, { cash: 5000, bonus: 0, owed: 0 }])
    }
  })

  test('however often results are set, rolled back and corrected, money follows only the last ones', async () => {
    const matches = 2
    const code = fc.constantFrom('home', 'draw', 'away', 'over', 'under')
    const score = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }))
    const bet = fc.record({
      codes: fc.uniqueArray(fc.nat({ max: matches - 1 }), { minLength: 1, maxLength: matches }),
      code,
      stakeCents: fc.integer({ min: 101, max: 999 }),
    })
    const reported = fc.record({
      at: fc.nat({ max: matches - 1 }),
      what: fc.oneof(fc.constant('reopened' as const), score),
    })
    const world = async (bets: readonly { codes: number[]; code: string; stakeCents: number }[]) => {
      const all = [await addMatch(harness), await addMatch(harness)]
      const playerId = await playerWith({ cash: 700, bonus: 3500 })
      for (const { codes, code: of, stakeCents } of bets) {
        const ids = codes.map((at) => all[at]?.outcomes[of])
        const answer = await harness.sportsbook.placeBet(
          parlayFor(playerId, ids, { unitStakeCents: stakeCents }),
        )
        expect(answer.ok).toBe(true)
      }
      await fund(playerId, 'cash', 9000)
      return { keys: all.map(({ key }) => key), playerId }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(bet, { minLength: 1, maxLength: 4 }),
        fc.array(reported, { minLength: 2, maxLength: 8 }),
        fc.array(score, { minLength: matches, maxLength: matches }),
        async (bets, changes, last) => {
          const [often, once] = [await world(bets), await world(bets)]
          for (const { at, what } of changes) await report(often.keys[at] ?? '', what)
          for (const [at, final] of last.entries()) {
            await report(often.keys[at] ?? '', final)
            await report(once.keys[at] ?? '', final)
          }
          expect(await moneyOf(often.playerId)).toEqual(await moneyOf(once.playerId))
        },
      ),
      { numRuns: 15, seed: 3103 },
    )
  })

  test('in races with dead heats each way pays by the last placings alone, recomputed here', async () => {
    let races = 0
    const addRace = async () => {
      const key = `race:corrected:${(races += 1)}`
      const title = `Páreo ${races}`
      const participants = samples.racing.participants.map((horse) => ({ name: `${horse} ${races}` }))
      const message = sampleFixture('racing', { key, title, participants })
      const ids = await harness.receive(withOdds(message, sportsbookSettings))
      const [fixture] = await harness.sportsbook.readAllMarkets([present(ids.get(key), 'the race')])
      const legOf = (type: string, runner: number) => {
        const market = fixture?.markets.find((one) => one.type === type)
        const { outcomeId, priceMilli } = present(market?.outcomes[runner - 1], 'a runner')
        return { outcomeId: Number(outcomeId), priceMilli, isBanker: false }
      }
      return { key, legOf }
    }
    /** From each of the five's performance: how many are ahead, ties sharing a place. */
    const finishesOf = (did: readonly number[]) =>
      did
        .map((own, at) => ({ runner: at + 1, place: 1 + did.filter((other) => other < own).length }))
        .filter(({ place }) => place <= PLACES)
    const sendRace = async (key: string, did: readonly number[] | 'reopened') => {
      const state = {
        ...samples.racing.end,
        finishes: did === 'reopened' ? null : finishesOf(did),
      } as PlayMessage['state']
      const matchStatus = did === 'reopened' ? -11 : -1
      await harness.receive([
        { kind: 'play', key, matchStatus, clock: null, state: did === 'reopened' ? null : state },
      ])
      await harness.sportsbook.settle()
    }
    /** The part of the stake for a runner: the places left for those tied, shared by them. */
    const share = (did: readonly number[], runner: number, places: number) => {
      const own = did[runner - 1] ?? 0
      const ahead = did.filter((other) => other < own).length
      const level = did.filter((other) => other === own).length
      return Math.min(1, Math.max(0, places - ahead) / level)
    }
    const dids = fc.array(fc.nat({ max: 2 }), { minLength: 5, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 101, max: 997 }),
        fc.array(fc.oneof(fc.constant('reopened' as const), dids), { minLength: 1, maxLength: 5 }),
        dids,
        async (runner, unitStakeCents, changes, last) => {
          const race = await addRace()
          const legs = [race.legOf('racing.win', runner), race.legOf('racing.each_way', runner)]
          const playerId = await playerWith({ cash: 301, bonus: 4000 })
          const request = parlayFor(playerId, [], { legs, folds: [1], isEachWay: true, unitStakeCents })
          expect((await harness.sportsbook.placeBet(request)).ok).toBe(true)
          await fund(playerId, 'cash', 9000)
          for (const did of changes) await sendRace(race.key, did)
          await sendRace(race.key, last)
          const [win, place] = legs.map(({ priceMilli }) => (priceMilli * unitStakeCents) / 1000)
          const returned = (win ?? 0) * share(last, runner, 1) + (place ?? 0) * share(last, runner, PLACES)
          const { cash, bonus, owed } = await moneyOf(playerId)
          expect(owed).toBe(0)
          expect(cash + bonus - (9000 + 4301 - 2 * unitStakeCents)).toBe(Math.floor(returned + 1e-6))
        },
      ),
      { numRuns: 20, seed: 3103 },
    )
  })

  test('leaves books that hold', async () => {
    expect(await harness.verify()).toEqual([])
  })
})
