import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMatch,
  feedReceiver,
  type Match,
  offersAt,
  play,
} from '../../apps/server/src/sportsbook/testing/harness.ts'
import { makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { until } from '../test/until.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { type AttackingPlayer, centsOf, openPlayers } from './players.ts'
import { type Answered, insist } from './request.ts'

const BET = '/api/app/sportsbook/betPlay'
const SELL = '/api/app/sportsbook/cashOut'
const LEVEL = '/api/app/sportsbook/cashOutRule'

let attacked: AttackedApp
let urls: string[]
let playing: Match
let later: Match
beforeAll(async () => {
  attacked = await openAttackedApp()
  urls = [attacked.url, await attacked.openBeside()]
  const receive = feedReceiver(attacked.deps)
  playing = await addMatch({ receive, deps: attacked.deps })
  later = await addMatch({ receive, deps: attacked.deps })
  await receive([play(playing.key, 1, 0, 0), { kind: 'odds', key: playing.key, offers: offersAt(2000) }])
  // Its feed counts as alive for the whole test.
  await attacked.deps.db`update sportsbook_feed set alive_at = now() + interval '1 hour'`
  for (const at of [0, 1]) {
    const player = await playerWith(100)
    await until('the servers see that it is in play', async () => {
      return codeOf(await send(player, BET, bodyOf(playing, 100), at)) !== 'market_closed'
    })
  }
})
afterAll(() => attacked.close())

const requestId = () => attacked.deps.random.hex(16)
const codeOf = ({ http, data }: Answered) =>
  http === 200 ? 'ok' : JSON.stringify(data['code'] ?? http).replaceAll('"', '')
const send = (player: AttackingPlayer, path: string, body: object, at = 0) =>
  insist(urls[at] ?? '', { path, token: player.token, body })

async function playerWith(cents: number): Promise<AttackingPlayer> {
  const [player] = await openPlayers(attacked.deps, [{ cents }])
  if (!player) throw new Error('a player opens')
  return player
}

const bodyOf = ({ outcomes }: Match, unitStakeCents: number, id = requestId()) => ({
  requestId: id,
  unitStakeCents,
  legs: [{ outcomeId: String(outcomes['home']), priceMilli: 2000 }],
  accept: 'any',
})
const waits = ({ token }: AttackingPlayer, id: string) =>
  until('the bet waits', async () => {
    const path = `/api/app/sportsbook/betRequest/${id}`
    return (await insist(attacked.url, { path, token })).data['status'] === 'waiting'
  })
const cash = ({ playerId }: AttackingPlayer) => centsOf(attacked.deps, playerId)

test('a waiting live bet is not cancelled by another one under its id, nor placed twice', async () => {
  const player = await playerWith(10_000)
  const bet = bodyOf(playing, 4_000)
  const answer = send(player, BET, bet)
  await waits(player, bet.requestId)
  expect(codeOf(await send(player, BET, bodyOf(later, 100, bet.requestId)))).toBe('request_mismatch')
  const copies = await Promise.all([answer, send(player, BET, bet), send(player, BET, bet, 1)])
  expect(copies.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
  expect(new Set(copies.map(({ data }) => data['betId'])).size).toBe(1)
  expect(await cash(player)).toBe(6_000)
})

test('live bets can be cancelled late only a few times, even through another server or by spending their money', async () => {
  const player = await playerWith(2_000)
  const { playerId } = player
  const codes: string[] = []
  const others: string[] = []
  for (let at = 0; at < 7; at += 1) {
    const bet = bodyOf(playing, 2_000)
    const answer = send(player, BET, bet)
    const isWaiting = waits(player, bet.requestId).then(() => true)
    isWaiting.catch(() => {}) // one refused at once never waits
    if (await Promise.race([answer.then(() => false), isWaiting])) {
      const [id, server] = at === 0 ? [bet.requestId, 1] : [requestId(), 0]
      others.push(codeOf(await send(player, BET, bodyOf(later, 100, id), server)))
      const to = { playerId, kind: 'cash' } as const
      codes.push(codeOf(await answer))
      await makeTransfers(attacked.deps, [{ key: `${playerId}:${at}`, from: 'opening', to, cents: 100 }])
    } else codes.push(codeOf(await answer))
  }
  expect(codes.slice(0, 5)).toEqual([
    'request_mismatch',
    ...Array.from({ length: 4 }, () => 'insufficient_funds'),
  ])
  expect(others).toEqual(Array.from({ length: 5 }, () => 'ok'))
  expect(codes.slice(5)).toEqual(['in_play_paused', 'in_play_paused'])
})

test('a waiting cash-out is not cancelled by another one under its id', async () => {
  const player = await playerWith(20_000)
  const betIds: string[] = []
  for (const one of [later, playing])
    betIds.push(String((await send(player, BET, bodyOf(one, 5_000))).data['betId']))
  const path = `/api/app/sportsbook/cashOuts?betIds=${betIds.join(',')}`
  const { data } = await insist(attacked.url, { path, token: player.token })
  const offers = data['offers'] as { betId: string; quoteId: string; offerCents: number }[]
  const sell = (betId: string | undefined, id: string, part?: number) => {
    const quoteId = offers.find((one) => one.betId === betId)?.quoteId
    return send(player, SELL, {
      requestId: id,
      quoteId,
      minShareBps: 0,
      ...(part && { unitStakeCents: part }),
    })
  }
  const id = requestId()
  const [first, ...others] = (
    await Promise.all([sell(betIds[1], id), ...Array.from({ length: 20 }, () => sell(betIds[0], id, 200))])
  ).map(codeOf)
  // Whichever arrives first is sold, and the other is refused each time it is asked for.
  expect(new Set([first, ...others])).toEqual(new Set(['ok', 'request_mismatch']))
  expect(new Set(others).size).toBe(1)
})

test('a cash-out requested again while it waits, from a newer offer, sells once with one answer', async () => {
  const player = await playerWith(5_000)
  const { data } = await send(player, BET, bodyOf(playing, 5_000))
  const path = `/api/app/sportsbook/cashOuts?betIds=${String(data['betId'])}`
  const id = requestId()
  const sell = async (minShareBps: number) => {
    const { data: shown } = await insist(attacked.url, { path, token: player.token })
    const [offer] = shown['offers'] as { quoteId: string }[]
    return send(player, SELL, { requestId: id, quoteId: offer?.quoteId, minShareBps, unitStakeCents: 2_000 })
  }
  const answers = await Promise.all([sell(0), sell(9_000), sell(5_000)])
  expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
  expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1)
})

test('a level set or removed in play counts after the delay, and is not changed back before', async () => {
  const player = await playerWith(5_000)
  const { data } = await send(player, BET, bodyOf(playing, 5_000))
  const set = async (levelCents?: number) =>
    codeOf(
      await send(player, LEVEL, { betId: data['betId'], kind: 'sell', ...(levelCents && { levelCents }) }),
    )
  expect([await set(100), await set(), await set(1_000_000)]).toEqual(['ok', 'level_waits', 'level_waits'])
  await until('it is sold', async () => (await cash(player)) > 4_000)
})

test('after all of it the ledger holds, without a bug', async () => {
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"|deadlock/)
})
