import { createHmac } from 'node:crypto'
import { calls } from '@palpite/contract'
import { walletHeaders, walletPath } from '@palpite/contract/studio'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openServer } from '../platform/http/server.ts'
import { openHarness, type Harness, openSessionOf, openStudio, playerInGame } from './testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openServer>>
beforeAll(async () => {
  harness = await openHarness()
  app = await openServer(harness.deps)
  harness.games.routes({
    app,
    authenticate: (token) =>
      Promise.resolve(
        /^\d+$/.test(token) ? { playerId: Number(token), sessionId: 1, isTest: false } : undefined,
      ),
    admit: () => Promise.resolve(true),
  })
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

type Round = { roundId: string; payoutCents: number; seeds: { nonce: number; serverSeed: string | null } }
type Answer = {
  status: number
  data: Round & {
    round: Round
    balance: number
    rounds: Round[]
    next: string | null
    code: string
    field: string
  }
}

const get = async (path: string, playerId: number | string) =>
  (
    await app.inject({ url: `/api/app/games${path}`, headers: { authorization: String(playerId) } })
  ).json<Answer>()

const post = (path: string, playerId: number | string, payload: object) =>
  app.inject({
    method: 'POST',
    url: `/api/app/games${path}`,
    headers: { authorization: String(playerId) },
    payload,
  })

let requests = 0
const bet = (own: object = {}) => {
  requests += 1
  return {
    requestId: `route-request-${String(requests).padStart(8, '0')}`,
    stakeCents: 100,
    direction: 'over',
    targetHundredths: 5050,
    ...own,
  }
}

const play = async (playerId: number, own: object = {}) =>
  (await post('/dice/betPlay', playerId, bet(own))).json<Answer>()

describe('the calls of the small games', () => {
  test('a round answers its payout and the balance, in the shape of the contract', async () => {
    const playerId = await harness.newPlayer(1234)
    const { status, data } = await play(playerId)
    expect(status).toBe(200)
    const call = calls['POST /api/app/games/dice/betPlay']
    expect(call.data.parse(data)).toEqual(data)
    expect(data.balance).toBe((1234 - 100 + data.round.payoutCents) / 100)
    expect(data).toMatchObject({
      result: 1000,
      freeBalance: 0,
      round: { seeds: { nonce: 0, serverSeed: null }, algorithm: 'hmac-sha256/2' },
    })
  })

  test.each([
    { field: 'stakeCents', own: { stakeCents: 0 } },
    { field: 'stakeCents', own: { stakeCents: -100 } },
    { field: 'stakeCents', own: { stakeCents: 0.5 } },
    { field: 'stakeCents', own: { stakeCents: '100' } },
    { field: 'stakeCents', own: { stakeCents: 1e15 } },
    { field: 'stakeCents', own: { stakeCents: null } },
    { field: 'targetHundredths', own: { targetHundredths: 10_001 } },
    { field: 'targetHundredths', own: { targetHundredths: 50.5 } },
    { field: 'direction', own: { direction: 'between' } },
    { field: 'requestId', own: { requestId: 'short' } },
    { field: 'balance', own: { balance: 1_000_000 } },
  ])('a bad $field is named and nothing is played', async ({ field, own }) => {
    const playerId = await harness.newPlayer(1000)
    const answer = await post('/dice/betPlay', playerId, bet(own))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ data: { field } })
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 1000 })
  })

  test('a visitor plays nothing', async () => {
    expect((await post('/dice/betPlay', 'nobody', bet())).statusCode).toBe(401)
  })

  test('a bet in a room without prepared rounds is answered as busy, and nothing is debited', async () => {
    const playerId = await harness.newPlayer(1000)
    const { requestId, stakeCents } = bet()
    const answer = await post('/double/betPlay', playerId, { requestId, stakeCents, colour: 'red' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ data: { code: 'busy' } })
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 1000 })
  })

  test('not enough funds is 9999', async () => {
    const answer = await post('/dice/betPlay', await harness.newPlayer(50), bet())
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ status: 9999, data: { code: 'insufficient_funds' } })
  })

  test('a server seed is revealed only after rotation', async () => {
    const playerId = await harness.newPlayer(1000)
    const { round } = (await play(playerId)).data
    const seen = [
      await get('/seeds', playerId),
      await get('/rounds', playerId),
      await get(`/rounds/${round.roundId}`, playerId),
    ].map((answer) => JSON.stringify(answer))
    const rotated = (await post('/rotateSeeds', playerId, { clientSeed: 'mine' })).json<{
      data: { revealed: { serverSeed: string } }
    }>()
    const { serverSeed } = rotated.data.revealed
    expect(seen.some((text) => text.includes(serverSeed))).toBe(false)
    expect((await get(`/rounds/${round.roundId}`, playerId)).data.seeds.serverSeed).toBe(serverSeed)
  })

  test('a player may reveal three hundred seeds an hour, and others are not affected', async () => {
    const [playerId, other] = [await harness.newPlayer(0), await harness.newPlayer(0)]
    const rotate = async (id: number) => (await post('/rotateSeeds', id, { clientSeed: 'mine' })).statusCode
    const answers = await Promise.all(Array.from({ length: 302 }, () => rotate(playerId)))
    expect(answers.filter((http) => http === 429)).toHaveLength(2)
    expect(answers.filter((http) => http === 200)).toHaveLength(300)
    expect(await rotate(other)).toBe(200)
  })

  test('a client seed is printable and not too long', async () => {
    const playerId = await harness.newPlayer(0)
    for (const clientSeed of ['', 'two words', 'é', 'x'.repeat(65), 7]) {
      expect((await post('/rotateSeeds', playerId, { clientSeed })).statusCode).toBe(400)
    }
  })

  test('rounds are listed newest first, page by page, without those of other players', async () => {
    const [playerId, other] = [await harness.newPlayer(10_000), await harness.newPlayer(1000)]
    for (let count = 0; count < 45; count += 1) await play(playerId, { stakeCents: 10 })
    await play(other)
    const nonces: number[] = []
    let cursor = ''
    let pages = 0
    for (;;) {
      const { data } = await get(`/rounds${cursor}`, playerId)
      pages += 1
      nonces.push(...data.rounds.map(({ seeds }) => seeds.nonce))
      if (data.next === null) break
      cursor = `?cursor=${data.next}`
    }
    expect(pages).toBe(3)
    expect(nonces).toEqual(Array.from({ length: 45 }, (_, at) => 44 - at))
    expect((await get('/rounds?game=mines', playerId)).data.rounds).toEqual([])
    expect(await get('/rounds?cursor=abc', playerId)).toMatchObject({
      status: 400,
      data: { field: 'cursor' },
    })
  })

  test('rounds are filtered by status, page by page', async () => {
    const playerId = await harness.newPlayer(10_000)
    for (let count = 0; count < 30; count += 1) await play(playerId, { stakeCents: 10 })
    await post('/mines/betPlay', playerId, {
      requestId: 'route-request-open-mines',
      stakeCents: 10,
      mineCount: 3,
    })
    const listed = async (status: string) => {
      const { data } = await get(`/rounds?status=${status}`, playerId)
      return data.rounds as unknown as { status: string; game: string }[]
    }
    expect((await listed('open')).map(({ game }) => game)).toEqual(['mines'])
    for (const status of ['won', 'lost']) {
      const rounds = await listed(status)
      expect(rounds.length).toBeGreaterThan(0)
      expect(rounds.every((round) => round.status === status)).toBe(true)
    }
    expect(await listed('refunded')).toEqual([])
    expect(await get('/rounds?status=paid', playerId)).toMatchObject({ status: 400 })
  })

  test("another player's round is not found, exactly like one that does not exist", async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const { data } = await play(playerId)
    const theirs = await get(`/rounds/${data.round.roundId}`, other)
    expect(theirs).toMatchObject({ status: 404, data: { code: 'not_found' } })
    expect(theirs).toEqual(await get('/rounds/0123456789ABC', other))
  })

  test('anybody may read the rules with the exact return to player', async () => {
    const { data } = await get('/rules', '')
    const bounds = { isOpen: true, minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 }
    expect(data).toEqual([
      {
        game: 'mines',
        ...bounds,
        returnToPlayer: expect.closeTo(0.9944, 4) as number,
        // 99 % before multipliers are rounded to hundredths: two mines and two tiles return least, three and one
        // most.
        returnBounds: {
          least: expect.closeTo(0.9867, 6) as number,
          most: expect.closeTo(0.9944, 6) as number,
        },
        idleHours: 24,
      },
      { game: 'dice', ...bounds, returnToPlayer: (2 * 4950) / 10_001 },
      { game: 'limbo', ...bounds, returnToPlayer: expect.closeTo(0.99, 6) as number },
      { game: 'luckyColor', ...bounds, returnToPlayer: 0.96 },
      { game: 'rowDouble', ...bounds, returnToPlayer: 0.98, idleHours: 24 },
      { game: 'double', ...bounds, returnToPlayer: 14 / 15 },
    ])
  })

  test('a game of an unreachable studio is not opened; its session is closed, and its money still arrives', async () => {
    await openStudio(harness) // nothing listens at its address
    const player = await playerInGame(harness, 1000)
    await harness.games.applyTransactions([player.debit(300)])
    const launch = (call: 'launch' | 'demo') =>
      app.inject({
        method: 'POST',
        url: `/api/app/game/${call}`,
        headers: { authorization: String(player.playerId) },
        payload: { code: 'acme-reels' },
      })
    expect((await launch('demo')).json<Answer>()).toMatchObject({ status: 5402 })
    expect(await openSessionOf(harness, player.playerId)).toBe(player.session)
    expect((await launch('launch')).json<Answer>()).toMatchObject({ status: 5402 })
    expect(await openSessionOf(harness, player.playerId)).toBeUndefined()
    await harness.games.applyTransactions([player.credit(450)])
    expect(await player.balance()).toBe(1150)
  })

  test('7.09 7.10 the open game is returned until it is closed; then none is in play', async () => {
    await openStudio(harness)
    const player = await playerInGame(harness, 1000)
    const ask = async (call: 'inPlay' | 'stopGame') =>
      (
        await app.inject({
          url: `/api/app/game/${call}`,
          headers: { authorization: String(player.playerId) },
        })
      ).json<{ status: number; data: unknown }>()
    expect(await ask('inPlay')).toMatchObject({
      status: 200,
      data: { code: 'acme-reels', name: 'Reels', url: '/play?game=acme-reels', balance: 10 },
    })
    expect(await ask('stopGame')).toMatchObject({ status: 200, data: { code: 'acme-reels' } })
    expect(await openSessionOf(harness, player.playerId)).toBeUndefined()
    expect(await ask('inPlay')).toMatchObject({ status: 200, data: null })
    expect(await ask('stopGame')).toMatchObject({ status: 200, data: { code: null } })
  })

  test.each([
    { lang: 'pt_BR', says: 'Este jogo não está disponível para compra agora.' },
    { lang: 'en_US', says: 'This game is not available for purchase right now.' },
    { lang: 'ja_JP', says: 'このゲームは現在購入できません。' },
  ])('5.32 a game that cannot be played says in $lang: $says', async ({ lang, says }) => {
    const playerId = await harness.newPlayer(1000)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/app/game/launch',
      headers: { authorization: String(playerId), lang },
      payload: { code: 'acme-none' },
    })
    expect(answer.json()).toMatchObject({ message: says, data: { code: 'game_closed' } })
  })

  test('a flood from a studio’s address does not block the studio’s signed calls', async () => {
    await openStudio(harness)
    const { session } = await playerInGame(harness, 1000)
    const path = walletPath('balance')
    const payload = JSON.stringify({ session, currency: 'BRL' })
    const call = async (keyId: string, secret: string) => {
      const timestamp = String(Date.now())
      const headers = {
        'content-type': 'application/json',
        [walletHeaders.key]: keyId,
        [walletHeaders.timestamp]: timestamp,
        [walletHeaders.signature]: createHmac('sha256', secret)
          .update(`${timestamp}.${path}.${payload}`)
          .digest('hex'),
      }
      const remoteAddress = '198.51.100.9'
      return (await app.inject({ method: 'POST', url: path, headers, payload, remoteAddress })).json<{
        code?: string
      }>()
    }
    for (let flood = 0; flood < 61; flood += 1) await call(`nobody-${flood}`, 'a guess')
    expect(await call('nobody-62', 'a guess')).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await call('acme-1', 'a guess')).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await call('acme-1', 'x'.repeat(32))).toMatchObject({ ok: true, data: { balanceCents: 1000 } })
  })

  test('the age of a studio’s call is measured by the database clock, whatever the server’s own', async () => {
    await openStudio(harness)
    const { session } = await playerInGame(harness, 1000)
    const path = walletPath('balance')
    const payload = JSON.stringify({ session, currency: 'BRL' })
    const call = async (timestamp: number) => {
      const signed = createHmac('sha256', 'x'.repeat(32)).update(`${timestamp}.${path}.${payload}`)
      const headers = {
        'content-type': 'application/json',
        [walletHeaders.key]: 'acme-1',
        [walletHeaders.timestamp]: String(timestamp),
        [walletHeaders.signature]: signed.digest('hex'),
      }
      return (await app.inject({ method: 'POST', url: path, headers, payload })).json<{ code?: string }>()
    }
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 300_000 })
    try {
      expect(await call(now)).toMatchObject({ ok: true, data: { balanceCents: 1000 } })
      expect(await call(now + 300_000)).toMatchObject({ ok: false, code: 'stale_timestamp' })
    } finally {
      vi.useRealTimers()
    }
  })
})
