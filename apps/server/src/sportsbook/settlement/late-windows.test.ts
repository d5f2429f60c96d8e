import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import type { FeedMessage } from '../updates/messages.ts'
import { findBuilder } from '../betting/builders.ts'
import { selectOpenFreeBets } from '../betting/promotion-queries.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  addPricedMatch,
  codeOf,
  type Harness,
  nextRequest,
  openHarness,
  parlayFor,
  plainOffers,
  play,
  requestFor,
} from '../testing/harness.ts'
import { ended, openTwoFeeds, type Reported, result } from '../testing/two-feeds.ts'
import { readWaitingFixtures } from './read-waiting.ts'
import { decideLateWindow, endMootWindows, openWindowPreview } from './late-windows.ts'
import { openMarketPreview } from './settle-market.ts'

let harness: Harness
let two: Awaited<ReturnType<typeof openTwoFeeds>>
beforeAll(async () => {
  harness = await openHarness()
  two = await openTwoFeeds(harness)
})
afterAll(() => harness.close())

const LATE_MS = 300_000

/** A goal that is reported five minutes late. */
const lateGoal = (key: string, home = 1, away = 0, status: -1 | 3 = 3): FeedMessage => ({
  ...play(key, status, home, away),
  seenAt: new Date(Date.now() - LATE_MS),
})

/** The same in a message that was refused for its age. */
const refusedGoal = (key: string, lateMs: number): FeedMessage => ({
  ...play(key, 3, 1, 0),
  seenAt: new Date(Date.now() - lateMs),
  isRefused: true,
})

/** A match with a bet on each team from before the goal, and one on each from after it, and its late report. */
async function openLate() {
  const { uof } = await two.addEvent()
  const before = [await two.backer(uof, 'home'), await two.backer(uof, 'away')]
  await ownerOf(harness.deps.db)`
    update sportsbook_bet set placed_at = placed_at - make_interval(secs => ${(2 * LATE_MS) / 1000})
     where id = any(${before.map(({ betId }) => betId)}::bigint[])`
  const since = [await two.backer(uof, 'home'), await two.backer(uof, 'away')]
  return { uof, before, since }
}

const lateOf = async (uof: Reported) => (await two.waitingOf(uof)).flatMap(({ late }) => late)

async function decide(windowId: number | undefined, isVoid: boolean) {
  const states: string[] = []
  for (const operatorId of two.operatorIds) {
    const request = { requestId: nextRequest(), operatorId, windowId: windowId ?? 0, isVoid }
    const reason = 'the provider says what was late'
    const answer = await harness.deps.db.begin((tx) => decideLateWindow(tx, { ...request, reason }))
    states.push(answer.ok ? answer.value.state : answer.refusal.code)
  }
  return states
}

/** Votes of single operators on a window. */
const openVotes =
  (windowId: number) =>
  async (operatorId: number, isVoid: boolean, requestId = nextRequest()) => {
    const request = { requestId, operatorId, windowId, isVoid, reason: 'seen on the pictures' }
    const answer = await harness.deps.db.begin((tx) => decideLateWindow(tx, request))
    return answer.ok ? answer.value.state : answer.refusal.code
  }

test('bets since a goal reported too late wait for two operators, who let them stand; the others are paid', async () => {
  const { uof, before, since } = await openLate()
  const other = await two.addEvent()
  const player = await harness.newPlayer(10_000)
  const legs = [uof.outcomes.get('home')?.id, other.uof.outcomes.get('home')?.id]
  expect((await harness.sportsbook.placeBet(parlayFor(player, legs))).ok).toBe(true)
  await harness.receive([lateGoal(uof.key)], 'uof')
  await harness.receive([{ kind: 'odds', key: uof.key, offers: [...plainOffers] }], 'uof')
  const offers = [...before, ...since].map(({ playerId, betId }) =>
    harness.sportsbook.cashOuts.offers(playerId, [betId]),
  )
  expect((await Promise.all(offers)).map(({ length }) => length)).toEqual([1, 1, 0, 0])
  await harness.receive([ended(uof.key, 1, 2)], 'uof')
  expect(await two.settled([...before, ...since])).toEqual([9000, 13_000, 9000, 9000])
  // Corrected while the bets wait.
  await harness.receive([ended(uof.key, 2, 1), ended(other.uof.key, 1, 0)], 'uof')
  expect(await two.settled([...before, ...since])).toEqual([11_000, 9000, 9000, 9000])
  expect(await two.waitingOf(uof)).toMatchObject([
    { reason: 'reported_late', markets: 1, late: [{ bets: 3, stakeCents: 3000, words: [] }] },
  ])
  const [late] = await lateOf(uof)
  const windowId = present(late, 'a late window').windowId
  // What operators say of the market pays only bets from before the goal.
  const marketId = present(uof.outcomes.get('home'), 'the home team').marketId
  const market = await openMarketPreview(harness.deps)({ marketId, results: result('draw') })
  expect(market.ok && market.value).toMatchObject({
    bets: 5,
    changed: 1,
    takenBackCents: 2000,
    paidCents: 0,
    late: 3,
    lateStakeCents: 3000,
  })
  const refunds = result('home').map((one) => ({ ...one, won: 0, refunded: 1, of: 1 }))
  const refunded = await openMarketPreview(harness.deps)({ marketId, results: refunds })
  expect(refunded.ok && refunded.value).toMatchObject({ late: 0, paidCents: 5000 })
  expect(await openWindowPreview(harness.deps)(windowId)).toMatchObject({
    bets: 3,
    stakeCents: 3000,
    ifVoid: { changed: 3, paidCents: 4000, takenBackCents: 0 },
    ifStands: { changed: 3, paidCents: 6000 },
  })
  expect(await decide(windowId, false)).toEqual(['waits', 'decided'])
  expect(await two.settled([...since, { playerId: player }])).toEqual([11_000, 9000, 13_000])
  expect(await two.waitingOf(uof)).toEqual([])
  expect(await decide(windowId, true)).toEqual(['not_possible', 'not_possible'])
  expect(await harness.verify()).toEqual([])
})

test('operators void a late window, whatever its feed says of it afterwards; two votes for different things decide nothing', async () => {
  const { uof, before, since } = await openLate()
  await harness.receive([lateGoal(uof.key)], 'uof')
  await harness.receive([ended(uof.key, 2, 1)], 'uof')
  const [late] = await lateOf(uof)
  const { windowId } = present(late, 'a late window')
  const [one = 0, other = 0] = two.operatorIds
  const vote = openVotes(windowId)
  const requestId = nextRequest()
  expect([await vote(one, true, requestId), await vote(one, true, requestId)]).toEqual(['waits', 'waits'])
  expect(await vote(one, false, requestId)).toBe('request_mismatch')
  expect([await vote(one, true), await vote(other, false)]).toEqual(['needs_another', 'waits'])
  expect(await two.settled(since)).toEqual([9000, 9000])
  expect(await vote(other, true)).toBe('decided')
  expect(await two.settled([...before, ...since])).toEqual([11_000, 9000, 10_000, 10_000])
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  await harness.receive(
    [{ kind: 'rollback_cancel', key: uof.key, markets: [market], from: null, until: null }],
    'uof',
  )
  expect(await two.settled(since)).toEqual([10_000, 10_000])
  expect(await harness.verify()).toEqual([])
})

test('a cancellation by the feed decides a late window before operators do, and so does a match without a result', async () => {
  const cancelled = await openLate()
  const { key } = cancelled.uof
  await harness.receive([lateGoal(key)], 'uof')
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  const from = new Date(Date.now() - LATE_MS)
  await harness.receive(
    [{ kind: 'bet_cancel', key, markets: [market], from, until: new Date(), reason: 'feed 5' }],
    'uof',
  )
  expect(await two.settled(cancelled.since)).toEqual([10_000, 10_000])
  expect(await lateOf(cancelled.uof)).toEqual([])
  const abandoned = await openLate()
  await harness.receive([lateGoal(abandoned.uof.key)], 'uof')
  await harness.receive([play(abandoned.uof.key, -10, 1, 0)], 'uof')
  expect(await two.settled([...abandoned.before, ...abandoned.since])).toEqual(Array(4).fill(10_000))
  expect(await lateOf(abandoned.uof)).toEqual([])
  // A week later nothing of them is left to decide; of another match still something is.
  const waiting = await openLate()
  await harness.receive([lateGoal(waiting.uof.key)], 'uof')
  const ids = [cancelled.uof.fixtureId, abandoned.uof.fixtureId, waiting.uof.fixtureId]
  const states = () => harness.deps.db`
    select state from sportsbook_late_window where fixture_id = any(${ids}::bigint[])
     order by array_position(${ids}::bigint[], fixture_id)`
  await endMootWindows(harness.deps.db)
  expect(await states()).toEqual([{ state: 'held' }, { state: 'held' }, { state: 'held' }])
  await endMootWindows(harness.deps.db, new Date(Date.now() + 8 * 86_400_000))
  expect(await states()).toEqual([{ state: 'moot' }, { state: 'moot' }, { state: 'held' }])
  const contested = await harness.deps.db`
    select distinct fixture_id as id from sportsbook_contested_market where fixture_id = any(${ids}::bigint[])`
  expect(contested).toEqual([{ id: waiting.uof.fixtureId }])
  expect(await harness.verify()).toEqual([])
})

test('what was paid before the late report stays paid, until operators void it', async () => {
  const { uof, since } = await openLate()
  await harness.receive([ended(uof.key, 1, 0)], 'uof')
  expect(await two.settled(since)).toEqual([11_000, 9000])
  await harness.receive([lateGoal(uof.key, 2, 0, -1)], 'uof')
  expect(await two.settled(since)).toEqual([11_000, 9000])
  const [late] = await lateOf(uof)
  expect(late).toMatchObject({ bets: 2 })
  expect(await decide(late?.windowId, true)).toEqual(['waits', 'decided'])
  expect(await two.settled(since)).toEqual([10_000, 10_000])
  expect(await harness.verify()).toEqual([])
})

test('a bet builder and a free bet wait alike; void, the stake and the free bet come back', async () => {
  const match = await addPricedMatch(harness)
  const outcomeIds = ['1x2 home', 'total over 2.5'].map((name) => present(match.outcomes[name], name))
  const [builderPlayer, freePlayer] = [await harness.newPlayer(10_000), await harness.newPlayer(10_000)]
  const found = await findBuilder(harness.deps.db, sportsbookSettings, {
    playerId: builderPlayer,
    outcomeIds,
  })
  const selections = outcomeIds.toSorted((one, other) => one - other)
  const asked = requestFor(builderPlayer, found.ok ? found.value : undefined, { accept: 'any' })
  const legs = asked.legs.map((leg) => ({ ...leg, selections }))
  const freeBetId = 'f'.repeat(32)
  await harness.deps.db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${freeBetId}, 'gift-late-window', ${freePlayer}, 1000, 1500, '["single"]', ${new Date(Date.now() + 86_400_000)}, 'spec')`
  const free = { ...requestFor(freePlayer, outcomeIds[0], { accept: 'any' }), freeBetId }
  for (const request of [{ ...asked, legs }, free])
    expect(codeOf(await harness.sportsbook.placeBet(request))).toBe('placed')
  await harness.receive([lateGoal(match.key)])
  await harness.receive([ended(match.key, 3, 0)])
  const players = [{ playerId: builderPlayer }, { playerId: freePlayer }]
  expect(await two.settled(players)).toEqual([9000, 10_000])
  const waiting = await readWaitingFixtures(harness.deps.db)
  const late = waiting.flatMap((one) => (one.fixtureId === match.fixtureId ? one.late : []))
  expect(late).toMatchObject([{ bets: 2 }])
  expect(await decide(late[0]?.windowId, true)).toEqual(['waits', 'decided'])
  expect(await two.settled(players)).toEqual([10_000, 10_000])
  expect((await selectOpenFreeBets(harness.deps.db, freePlayer)).map(({ id }) => id)).toEqual([freeBetId])
  expect(await harness.verify()).toEqual([])
})

test('a bet in two late windows waits until both are decided', async () => {
  const { uof, since } = await openLate()
  await harness.receive([lateGoal(uof.key)], 'uof')
  await harness.receive([lateGoal(uof.key, 2, 0)], 'uof')
  await harness.receive([ended(uof.key, 2, 0)], 'uof')
  const [first, second] = await lateOf(uof)
  const preview = openWindowPreview(harness.deps)
  expect(await preview(first?.windowId ?? 0)).toMatchObject({
    ifVoid: { changed: 2 },
    ifStands: { changed: 0 },
  })
  expect(await decide(first?.windowId, false)).toEqual(['waits', 'decided'])
  expect(await two.settled(since)).toEqual([9000, 9000])
  expect(await decide(second?.windowId, false)).toEqual(['waits', 'decided'])
  expect(await two.settled(since)).toEqual([11_000, 9000])
  expect(await harness.verify()).toEqual([])
})

test('only the last vote of each operator counts, and one may return to an earlier vote', async () => {
  const { uof, since } = await openLate()
  await harness.receive([lateGoal(uof.key)], 'uof')
  const [late] = await lateOf(uof)
  const vote = openVotes(present(late, 'a late window').windowId)
  const [one = 0, other = 0] = two.operatorIds
  expect([await vote(one, true), await vote(one, false), await vote(other, true)]).toEqual(
    Array(3).fill('waits'),
  )
  const [now] = await lateOf(uof)
  expect(now?.words).toMatchObject([
    { operatorId: one, isVoid: false },
    { operatorId: other, isVoid: true },
  ])
  expect(await vote(one, true)).toBe('decided')
  expect(await two.settled(since)).toEqual([10_000, 10_000])
})

test('refused messages in any order hold each bet since the earliest goal once, in the window that found it', async () => {
  const { uof, before, since } = await openLate()
  await harness.receive([refusedGoal(uof.key, LATE_MS)], 'uof')
  await harness.receive([refusedGoal(uof.key, 3 * LATE_MS)], 'uof')
  const [first, second, ...others] = await lateOf(uof)
  expect([first?.bets, second?.bets, others]).toEqual([2, 2, []])
  expect(second?.until).toEqual(first?.from)
  expect(await decide(first?.windowId, false)).toEqual(['waits', 'decided'])
  await harness.receive([refusedGoal(uof.key, 4 * LATE_MS)], 'uof')
  await harness.receive([ended(uof.key, 1, 0)], 'uof')
  expect(await two.settled([...before, ...since])).toEqual([9000, 9000, 11_000, 9000])
  expect(await decide(second?.windowId, true)).toEqual(['waits', 'decided'])
  expect(await two.settled([...before, ...since])).toEqual([10_000, 10_000, 11_000, 9000])
  expect(await harness.verify()).toEqual([])
})

test('a goal dated before the kick-off holds no bets from before it: the clock of its feed is wrong', async () => {
  const { uof, before, since } = await openLate()
  await ownerOf(harness.deps.db)`
    update sportsbook_fixture set starts_at = now() - make_interval(secs => 60) where id = ${uof.fixtureId}`
  await harness.receive([refusedGoal(uof.key, 24 * LATE_MS)], 'uof')
  expect(await lateOf(uof)).toMatchObject([{ bets: 2, stakeCents: 2000 }])
  await harness.receive([ended(uof.key, 1, 0)], 'uof')
  expect(await two.settled([...before, ...since])).toEqual([11_000, 9000, 9000, 9000])
})

test('a late window whose markets an older server released waits again, and is voided even if it did not', async () => {
  const { uof, since } = await openLate()
  const released = await openLate()
  await harness.receive([lateGoal(uof.key), lateGoal(released.uof.key)], 'uof')
  const [late] = await lateOf(released.uof)
  await ownerOf(harness.deps.db)`
    delete from sportsbook_contested_market
     where fixture_id = any(${[uof.fixtureId, released.uof.fixtureId]}::bigint[])`
  expect(await decide(late?.windowId, true)).toEqual(['waits', 'decided'])
  await harness.receive([ended(uof.key, 1, 0), ended(released.uof.key, 1, 0)], 'uof')
  expect(await two.settled([...since, ...released.since])).toEqual([9000, 9000, 10_000, 10_000])
  expect(await lateOf(uof)).toMatchObject([{ bets: 2 }])
  expect(await harness.verify()).toEqual([])
})
