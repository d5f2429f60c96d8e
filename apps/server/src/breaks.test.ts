import { placeMines, plainHmac } from '@palpite/games'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disableRoundPause } from '../../../tools/test/rounds-at-once.ts'
import { takeTestBreak } from '../../../tools/test/take-break.ts'
import { until } from '../../../tools/test/until.ts'
import { readDeposited } from './cashier/index.ts'
import { giveCash, newPlayer } from './cashier/testing/players.ts'
import { type Harness as Cashier, startHarness } from './cashier/testing/harness.ts'
import { grantFreeRounds, openGames } from './games/index.ts'
import { requestOf, launch, openSessionOf, openStudio } from './games/testing/harness.ts'
import { lockAccounts, readBalances } from './ledger/index.ts'
import { present } from './platform/errors.ts'
import { openProtection, policyOf } from './protection/index.ts'
import { grantFreeBets, openSportsbook } from './sportsbook/index.ts'
import { addMatch, feedReceiver, nextRequest, play, requestFor } from './sportsbook/testing/harness.ts'
import { verifyAll } from './verify.ts'

/** All modules over one database: what stakes, what brings money in, and what takes it out. */
let cashier: Cashier
let sportsbook: ReturnType<typeof openSportsbook>
let games: ReturnType<typeof openGames>
let protection: ReturnType<typeof openProtection>
let receive: ReturnType<typeof feedReceiver>

beforeAll(async () => {
  cashier = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
  const { deps } = cashier
  const policy = policyOf(deps.config)
  await disableRoundPause(deps.db)
  sportsbook = openSportsbook(deps, { policy, settings: { catalogueAgeMs: 0, betDelayMs: 200 } })
  games = openGames(deps, { policy })
  protection = openProtection(deps, { policy, readDeposited })
  receive = feedReceiver(deps)
  await openStudio(cashier)
})
afterAll(() => cashier.close())

const newMatch = () => addMatch({ receive, deps: cashier.deps })
const cashOf = async (playerId: number) =>
  (await readBalances(cashier.deps.db, [playerId])).get(playerId)?.cashCents ?? 0
const codeOf = (answer: { ok: true } | { ok: false; refusal: { code: string } } | undefined) =>
  answer?.ok ? 'taken' : answer?.refusal.code

let count = 0

/** A player with R$ 500, two open bets on a match, an open round of mines and one in a studio game. */
async function playing() {
  const { deps } = cashier
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 50_000)
  const match = await newMatch()
  const stakeBet = () => sportsbook.placeBet(requestFor(playerId, match.outcomes['home']))
  const opened = [await stakeBet(), await stakeBet()]
  const betIds = opened.map((answer) => {
    if (!answer.ok) throw new Error(answer.refusal.code)
    return Number(answer.value.betId)
  })
  await launch(cashier, playerId)
  const session = present(await openSessionOf(cashier, playerId), 'a session')
  count += 1
  const at = `of-breaks-${count}`
  const of = { studioId: 'acme', session }
  const debit = async (id: string) => {
    const [answer] = await games.applyTransactions([
      { ...of, kind: 'debit', roundId: `${at}-${id}`, transactionId: `${at}-${id}`, cents: 100 },
    ])
    return answer?.ok ? 'taken' : answer?.code
  }
  expect(await debit('open')).toBe('taken')
  const [round] = await games.playRounds([
    requestOf(playerId, { game: 'mines', choice: { mineCount: 1 }, stakeCents: 100 }),
  ])
  if (!round?.ok) throw new Error('a round of mines')
  const step = stepsIn(round.value)
  expect(await step(safeTileOf(round.value))).toBe('taken')
  return {
    playerId,
    bet: async () => codeOf(await stakeBet()),
    /** Three rounds in a list, as auto-play requests one after the other. */
    rounds: async () => {
      const list = [requestOf(playerId), requestOf(playerId), requestOf(playerId)]
      return (await games.playRounds(list)).map(codeOf)
    },
    debit,
    /** Ends the studio's open round, with a return of R$ 2. */
    credit: async () => {
      const transactionId = `${at}-end`
      const [answer] = await games.applyTransactions([
        { ...of, kind: 'credit', roundId: `${at}-open`, transactionId, cents: 200, endsRound: true },
      ])
      return answer?.ok ? 'taken' : answer?.code
    },
    step,
    /** Opens one more tile without the mine. */
    goOn: () => step(safeTileOf(round.value, 1)),
    topUp: async () => {
      const asked = { gift: '0', pkgId: 'brl-50' }
      const { http, data } = await cashier.call(playerId, 'POST', '/api/app/order/prePay/brl-50', asked)
      return http === 200 ? 'taken' : data['code']
    },
    withdraw: async () => {
      const { http, data } = await cashier.call(playerId, 'POST', '/api/app/order/withdraw', {
        payCardBank: 'CPF',
        payCardNo: cpf,
        ifsc: cpf,
        name: 'Ana Souza',
        amount: 50,
        whatsapp: '',
      })
      return http === 200 ? 'taken' : data
    },
    /** Cashes out the first of the open bets. */
    cashOut: async () => {
      const [offer] = await sportsbook.cashOuts.offers(playerId, betIds.slice(0, 1))
      const { quoteId } = present(offer, 'an offer')
      const request = { playerId, requestId: nextRequest(), quoteId, unitCents: undefined, minShareBps: 0 }
      return codeOf(await sportsbook.cashOuts.accept(request))
    },
    /** The team the bets are on wins the match. */
    win: async () => {
      await receive([play(match.key, -1, 1, 0)])
      await sportsbook.settle()
      const [bet] = await cashier.deps.db<{ status: string }[]>`
        select status from sportsbook_bet where id = ${betIds[1] ?? 0}`
      return bet?.status
    },
  }
}
type Round = Extract<Awaited<ReturnType<typeof games.playRounds>>[number], { ok: true }>['value']

/** Opens a tile of a round of mines, or cashes out. */
const stepsIn = (round: Round) => async (tile: number | null) => {
  count += 1
  const requestId = `breaks-step-${String(count).padStart(8, '0')}`
  const request = { playerId: round.playerId, requestId, game: 'mines' as const, roundId: round.id, tile }
  return codeOf((await games.stepRounds([request]))[0])
}

/** A tile without the mine, the first or a later one: known only to the house. */
function safeTileOf({ serverSeed, clientSeed, nonce }: Round, after = 0) {
  const mines = placeMines(plainHmac, { serverSeed, clientSeed, nonce }, 1)
  return present([0, 1, 2].filter((tile) => !mines.includes(tile)).at(after), 'a tile without the mine')
}

/** A player's free bet and free rounds, to play without a stake. */
async function withGifts(playerId: number) {
  const { deps } = cashier
  const needs = { random: deps.random, policy: policyOf(deps.config) }
  const gift = { playerId, requestId: `gift-${nextRequest()}`, endsAt: new Date(Date.now() + 86_400_000) }
  const [bets, rounds] = await deps.db.begin(async (tx) => [
    await grantFreeBets(tx, needs, [{ ...gift, stakeCents: 1_000, minPriceMilli: 1_100, kinds: ['single'] }]),
    await grantFreeRounds(tx, needs, [{ ...gift, gameCode: 'acme-reels', rounds: 9, stakeCents: 50 }]),
  ])
  const [bet, round] = [bets[0], rounds[0]]
  if (!bet?.ok || !round?.ok) throw new Error('gifts are given')
  const { outcomes } = await newMatch()
  const session = present(await openSessionOf(cashier, playerId), 'a session')
  return {
    freeBet: async () => {
      const { freeBetId } = bet.value
      return codeOf(await sportsbook.placeBet({ ...requestFor(playerId, outcomes['home']), freeBetId }))
    },
    freeRound: async () => {
      const id = nextRequest()
      const of = { studioId: 'acme', session, roundId: id, transactionId: id }
      const [answer] = await games.applyTransactions([
        { ...of, kind: 'free', grant: round.value.grantId, cents: 0 },
      ])
      return answer?.ok ? 'taken' : answer?.code
    },
  }
}

type Playing = Awaited<ReturnType<typeof playing>>

/** What is already held continues to its end, and withdrawals work: no limit or break of the player's own refuses them. */
async function expectAllEnds(player: Playing, withdrawal: unknown = 'taken') {
  expect(await player.step(null)).toBe('taken')
  expect(await player.credit()).toBe('taken')
  expect(await player.cashOut()).toBe('taken')
  const before = await cashOf(player.playerId)
  expect(await player.win()).toBe('settled')
  expect(await cashOf(player.playerId)).toBe(before + 2_000)
  expect(await player.withdraw()).toEqual(withdrawal)
  expect(await verifyAll(cashier.deps.db)).toEqual([])
}

describe('on a break', () => {
  test.each([
    { kind: 'time_out', code: 'on_time_out', withdrawal: 'taken' },
    { kind: 'exclusion', code: 'self_excluded', withdrawal: 'taken' },
    { kind: 'impeded', code: 'impeded', withdrawal: 'taken' },
    // S47: and nothing leaves the account.
    { kind: 'suspended', code: 'account_suspended', withdrawal: { code: 'account_suspended' } },
  ] as const)(
    '$kind: every stake and top-up is refused, and everything open can end',
    async ({ kind, code, withdrawal }) => {
      const player = await playing()
      const gifts = await withGifts(player.playerId)
      await takeTestBreak(cashier.deps, player.playerId, kind)
      expect(await player.bet()).toBe(code)
      expect(await gifts.freeBet()).toBe(code)
      expect(await gifts.freeRound()).toBe('player_blocked')
      expect(await player.rounds()).toEqual([code, code, code])
      expect(await player.step(24)).toBe(code) // continues with the stake; the round may only be ended
      expect(await player.debit('late')).toBe('player_blocked')
      expect(await player.topUp()).toBe(code)
      await expectAllEnds(player, withdrawal)
    },
  )

  test('a block of one product leaves the other, and money in and out', async () => {
    const player = await playing()
    const gifts = await withGifts(player.playerId)
    const block = { playerId: player.playerId, kind: 'block', length: '24h', lang: 'pt-BR' } as const
    await protection.takeBreak({ ...block, product: 'sports' })
    expect(await player.bet()).toBe('product_blocked')
    expect(await gifts.freeBet()).toBe('product_blocked')
    expect(await gifts.freeRound()).toBe('taken')
    expect(await player.rounds()).toEqual(['taken', 'taken', 'taken'])
    await protection.takeBreak({ ...block, product: 'games' })
    expect(await player.rounds()).toEqual(['product_blocked', 'product_blocked', 'product_blocked'])
    expect(await player.debit('late')).toBe('player_blocked')
    expect(await gifts.freeRound()).toBe('player_blocked')
    expect(await player.topUp()).toBe('taken')
    await expectAllEnds(player)
  })

  test('a bet waiting out its delay when the break begins is refused at its end', async () => {
    const { deps } = cashier
    const { playerId } = await newPlayer(deps)
    await giveCash(deps, playerId, 5_000)
    const match = await addMatch({ receive, deps }, -60_000)
    await receive([play(match.key, 1, 0, 0)])
    // The break is written under the bet's own lock, so that it comes first however long that takes.
    const placing = await deps.db.begin(async (tx) => {
      await lockAccounts(tx, [playerId])
      const placed = sportsbook.placeBet({ ...requestFor(playerId, match.outcomes['home']), accept: 'any' })
      await until('the bet waits', async () => {
        const rows = await deps.db`select from sportsbook_waiting_bet where player_id = ${playerId}`
        return rows.length > 0
      })
      await tx`insert into protection_break (player_id, kind, ends_at, policy_version)
               values (${playerId}, 'exclusion', null, 'spec-7')`
      return { placed }
    })
    expect(codeOf(await placing.placed)).toBe('self_excluded')
    expect(await cashOf(playerId)).toBe(5_000)
  })
})

const activeForAMinute = (playerId: number) => cashier.deps.db`
  insert into protection_activity (player_id, day, active_ms, counted_at)
  values (${playerId}, (now() at time zone 'America/Sao_Paulo')::date, 60000, now())`

describe('past a limit', () => {
  test.each([
    { kind: 'loss', period: 'day', amount: 2_200, code: 'daily_loss_limit' },
    { kind: 'loss', period: 'month', amount: 2_200, code: 'loss_limit' },
    { kind: 'stake', period: 'week', amount: 2_200, code: 'stake_limit' },
    { kind: 'bets', period: 'day', amount: 4, code: 'bet_count_limit' },
    { kind: 'time', period: 'week', amount: 1, code: 'time_limit' },
  ] as const)('$kind by $period: every stake is refused, and everything open can end', async (limit) => {
    const { code, ...name } = limit
    const player = await playing() // staked R$ 22 in four bets
    const { playerId } = player
    await activeForAMinute(playerId)
    expect(await protection.setLimit({ playerId, ...name })).toMatchObject({ ok: true })
    expect(await player.bet()).toBe(code)
    expect(await player.rounds()).toEqual([code, code, code])
    expect(await player.debit('late')).toBe('limit_reached')
    expect(await player.goOn()).toBe(limit.kind === 'time' ? code : 'taken')
    expect(await player.topUp()).toBe('taken')
    await expectAllEnds(player)
  })

  test.each([
    { kind: 'bets', amount: 4, code: 'bet_count_limit' },
    { kind: 'time', amount: 1, code: 'time_limit' },
  ] as const)('$kind: plays without a stake are refused too', async ({ kind, amount, code }) => {
    const { playerId } = await playing()
    const { freeBet, freeRound } = await withGifts(playerId)
    await activeForAMinute(playerId)
    await protection.setLimit({ playerId, kind, period: 'month', amount: amount + 1 })
    expect(await freeRound()).toBe('taken')
    await protection.setLimit({ playerId, kind, period: 'week', amount })
    expect(await freeRound()).toBe('limit_reached')
    expect(await freeBet()).toBe(code)
  })

  test('bets: those without a stake count among them', async () => {
    const player = await playing() // four bets
    const { freeBet, freeRound } = await withGifts(player.playerId)
    await protection.setLimit({ playerId: player.playerId, kind: 'bets', period: 'day', amount: 7 })
    expect([await freeBet(), await freeRound(), await player.bet()]).toEqual(['taken', 'taken', 'taken'])
    expect(await player.bet()).toBe('bet_count_limit')
    expect(await freeRound()).toBe('limit_reached')
    expect(await verifyAll(cashier.deps.db)).toEqual([])
  })

  test('of money: plays without a stake continue', async () => {
    const { playerId, bet } = await playing()
    const { freeBet, freeRound } = await withGifts(playerId)
    for (const kind of ['loss', 'stake'] as const)
      await protection.setLimit({ playerId, kind, period: 'day', amount: 100 })
    expect(await bet()).toBe('daily_loss_limit')
    expect(await freeBet()).toBe('taken')
    expect(await freeRound()).toBe('taken')
  })

  test('of time: a round that cannot be ended yet continues until it can, and no further', async () => {
    const { playerId } = await newPlayer(cashier.deps)
    await giveCash(cashier.deps, playerId, 1_000)
    const mines = { game: 'mines', choice: { mineCount: 1 }, stakeCents: 100 } as const
    const [round] = await games.playRounds([requestOf(playerId, mines)])
    if (!round?.ok) throw new Error('a round of mines')
    await activeForAMinute(playerId)
    await protection.setLimit({ playerId, kind: 'time', period: 'day', amount: 1 })
    const step = stepsIn(round.value)
    expect(await step(null)).not.toBe('taken')
    expect(await step(safeTileOf(round.value))).toBe('taken')
    expect(await step(safeTileOf(round.value, 1))).toBe('time_limit')
    expect(await step(null)).toBe('taken')
  })

  test('a round without an opened tile is refunded at once to a player who may not continue, and to nobody else', async () => {
    const { playerId } = await newPlayer(cashier.deps)
    await giveCash(cashier.deps, playerId, 1_000)
    const mines = { game: 'mines', choice: { mineCount: 1 }, stakeCents: 100 } as const
    const [round] = await games.playRounds([requestOf(playerId, mines)])
    if (!round?.ok) throw new Error('a round of mines')
    const step = stepsIn(round.value)
    expect(await step(null)).toBe('nothing_opened')
    await protection.takeBreak({ playerId, kind: 'time_out', product: null, length: '24h', lang: 'pt-BR' })
    expect(await step(safeTileOf(round.value))).toBe('on_time_out')
    const answers = await Promise.all(Array.from({ length: 50 }, () => step(null)))
    expect(answers).toEqual(Array(50).fill('taken'))
    expect(await step(safeTileOf(round.value))).toBe('round_is_over')
    const balances = (await readBalances(cashier.deps.db, [playerId])).get(playerId)
    expect(balances?.cashCents).toBe(1_000)
    const rounds = await cashier.deps.db`
      select status, payout_cents as "payoutCents" from games_round where id = ${round.value.id} and player_id = ${playerId}`
    expect(rounds).toEqual([{ status: 'refunded', payoutCents: 100 }])
    expect(await verifyAll(cashier.deps.db)).toEqual([])
  })

  test('auto-play stops half-way, at the round that would exceed the limit', async () => {
    const player = await playing()
    const { playerId } = player
    await protection.setLimit({ playerId, kind: 'bets', period: 'day', amount: 6 })
    expect(await player.rounds()).toEqual(['taken', 'taken', 'bet_count_limit'])
    expect(await player.rounds()).toEqual(['bet_count_limit', 'bet_count_limit', 'bet_count_limit'])
  })
})

test('every admitted play counts as active time, whatever the product; a refused one does not', async () => {
  const { activity } = cashier.deps
  const player = await playing()
  const { playerId } = player
  const gifts = await withGifts(playerId)
  activity.drain()
  const admitted = [player.bet, player.rounds, () => player.debit('more'), player.goOn]
  for (const play of [...admitted, gifts.freeBet, gifts.freeRound]) {
    await play()
    expect(activity.drain()).toEqual([playerId])
  }
  await player.credit() // a return is not a play
  expect(activity.drain()).toEqual([])
  await protection.setLimit({ playerId, kind: 'bets', period: 'day', amount: 1 })
  for (const play of [player.bet, player.rounds, () => player.debit('late'), gifts.freeRound]) await play()
  expect(activity.drain()).toEqual([])
})
