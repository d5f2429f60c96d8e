import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse } from '../../../../tools/test/house.ts'
import { makeTransfers } from '../ledger/index.ts'
import type { House } from '../platform/house.ts'
import { openServer } from '../platform/http/server.ts'
import { type Fact, writeFacts } from '../platform/outbox.ts'
import { openRealtime, type Realtime } from './index.ts'
import { issueTicket } from './tickets.ts'

const SESSION = 'session-token-of-player-7'
const SESSION_OF_35 = 'session-token-of-player-35'
let nextPlayer = 1000
let house: House
let address: string
let realtime: Realtime
let close: () => Promise<void>
const open: Socket[] = []
/** A fixture whose reading fails so many times more. */
const UNREADABLE = 666
let failuresLeft = 0

beforeAll(async () => {
  const tested = await openTestHouse()
  house = tested.house
  const app = await openServer(house)
  const callers = new Map([
    [SESSION, { playerId: 7, sessionId: 1 }],
    [SESSION_OF_35, { playerId: 35, sessionId: 35 }],
  ])
  const authenticate = async (token: string) => callers.get(token)
  realtime = openRealtime(house, {
    door: { app, authenticate, admit: async () => true },
    redis: undefined,
    readFixtures: async (_tx, ids) => {
      if (ids.includes(UNREADABLE) && failuresLeft-- > 0) throw new Error('the fixtures cannot be read now')
      return ids.map((id) => ({ fixtureId: String(id) }))
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  close = async () => {
    await realtime.stop()
    await app.close()
    await tested.close()
  }
})

afterAll(async () => {
  for (const socket of open) socket.disconnect()
  await close()
})

/** A connection; `heard` fills with what is said on it, `refused` when it is not let in. */
async function connect(token: string, headers: Record<string, string> = {}) {
  const socket = io(address, {
    path: '/gamecenter-siop',
    transports: ['websocket'],
    query: { token },
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  open.push(socket)
  const heard: { event: string; told: Record<string, unknown> }[] = []
  socket.onAny((event: string, told: Record<string, unknown>) => heard.push({ event, told }))
  const refused = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', (error) => resolve(error.message))
  })
  return { socket, heard, refused }
}

/** A top-up that was credited, later than those inserted before. */
async function insertTopUp(playerId: number, mark: string, cents: number) {
  const id = `${playerId}${mark}`.padStart(32, '0')
  await house.db`
    insert into cashier_order (id, pay_no, txid, player_id, package_id, amount_cents, wants_gift, first_gift_cents,
                               later_gift_cents, main_times, bonus_times, status, expires_at, credited_at)
    select ${id}, ${id}, ${id}, ${playerId}, id, ${cents}, false, 0, 0, 1, 2, 'credited', now(), now()
      from cashier_package limit 1`
  await house.db`
    insert into cashier_topup (e2eid, order_id, player_id, amount_cents, gift_cents, state, is_first, paid_at)
    values (${`${playerId}${mark}`}, ${id}, ${playerId}, ${cents}, 0, 'credited', false, now())`
}

const until = async (check: () => void) => {
  await expect.poll(() => (check(), true), { timeout: 5000 }).toBe(true)
}

const tell = (topic: string, facts: Fact[]) => house.db.begin((tx) => writeFacts(tx, topic, facts))

test('lets a player in by a ticket, once', async () => {
  const ticket = await issueTicket(house, { playerId: 7, sessionId: 7 })
  expect((await connect(ticket)).refused).toBeUndefined()
  expect((await connect(ticket)).refused).toBe('logged_out')
})

test('lets a player in by the session token, and nobody by a made-up one', async () => {
  expect((await connect(SESSION)).refused).toBeUndefined()
  expect((await connect('made-up-token-of-nobody')).refused).toBe('logged_out')
  expect((await connect('')).refused).toBe('logged_out')
})

test('refuses a page of somebody else', async () => {
  expect((await connect(SESSION, { origin: 'https://elsewhere.example' })).refused).toBe('websocket error')
})

test('a transfer reaches its player with balance and version, and no other player', async () => {
  const mine = await connect(await issueTicket(house, { playerId: 21, sessionId: 21 }))
  const other = await connect(await issueTicket(house, { playerId: 22, sessionId: 22 }))
  await tell('balance.changed', [{ playerId: 21, cashCents: 1234, bonusCents: 66, version: 3 }])
  await until(() =>
    expect(mine.heard).toContainEqual({
      event: 'updateUserInfo',
      told: { seq: 0, balance: 13, freeBalance: 0.66, balanceVersion: 3 },
    }),
  )
  expect(other.heard.map(({ event }) => event)).toEqual(['ready'])
})

test('a paid top-up is told once it is a fact, and told again to who was away', async () => {
  const fact = { playerId: 31, orderId: 'order-1', amountCents: 10_000, first: true }
  const here = await connect(await issueTicket(house, { playerId: 31, sessionId: 31 }))
  await tell('topup.credited', [fact])
  await until(() =>
    expect(here.heard.map(({ event }) => event)).toEqual(['ready', 'paySuccess', 'updateUserInfo']),
  )
  const told = here.heard.find(({ event }) => event === 'paySuccess')?.told
  expect(told).toMatchObject({ orderId: 'order-1', amount: 100, czflag: 0 })

  const late = await connect(await issueTicket(house, { playerId: 31, sessionId: 31 }))
  late.socket.emit('resume', { after: 0 })
  await until(() => expect(late.heard).toContainEqual({ event: 'paySuccess', told }))
  const caughtUp = await connect(await issueTicket(house, { playerId: 31, sessionId: 31 }))
  caughtUp.socket.emit('resume', { after: here.heard.at(-1)?.told['seq'] })
  await until(() =>
    expect(caughtUp.heard.map(({ event }) => event).sort()).toEqual(['ready', 'updateUserInfo']),
  )
})

test('top-ups bring what was topped up in all, and a reversal brings it again', async () => {
  await insertTopUp(33, 'a', 10_000)
  await insertTopUp(33, 'b', 5_000)
  const player = await connect(await issueTicket(house, { playerId: 33, sessionId: 33 }))
  const infos = () => player.heard.filter(({ event }) => event === 'updateUserInfo').map(({ told }) => told)
  await tell('topup.credited', [{ playerId: 33, orderId: 'order-b', amountCents: 5_000, first: false }])
  await until(() => expect(infos()).toHaveLength(1))
  expect(infos()[0]).toEqual({ seq: expect.any(Number) as number, payAmount: 50, paySumAmount: 150 })
  await house.db`update cashier_topup set reversed_cents = amount_cents where e2eid = '33a'`
  await tell('topup.reversed', [{ playerId: 33, orderId: 'order-a', amountCents: 10_000, debtCents: 0 }])
  await until(() => expect(infos()).toHaveLength(2))
  expect(infos()[1]).toMatchObject({ payAmount: 50, paySumAmount: 50 })
})

test('a notice comes in the language of each page, and again to who was away', async () => {
  const holder = { playerId: 35, sessionId: 35 }
  const here = await connect(await issueTicket(house, holder))
  const english = await connect(await issueTicket(house, holder, 'en'))
  const notices = ({ heard }: typeof here) =>
    heard.flatMap(({ event, told }) => (event === 'notice' ? [String(told['text']).replace(/\s/g, ' ')] : []))
  await tell('topup.reversed', [{ playerId: 35, orderId: 'o', amountCents: 123_450, debtCents: 0 }])
  await tell('topup.reversed', [{ playerId: 35, orderId: 'o', amountCents: 5_000, debtCents: 2_000 }])
  const portuguese = [
    'O banco devolveu uma recarga de R$ 1.234,50: o valor saiu do seu saldo.',
    'O banco devolveu uma recarga de R$ 50,00. Faltaram R$ 20,00, que saem das próximas recargas.',
  ]
  await until(() => expect(notices(here)).toEqual(portuguese))
  await until(() =>
    expect(notices(english)[0]).toBe('The bank took back a top-up of R$1,234.50: it left your balance.'),
  )
  const late = await connect(await issueTicket(house, holder))
  late.socket.emit('resume', { after: 0 })
  await until(() => expect(notices(late)).toEqual(portuguese))
  const lateEnglish = await connect(SESSION_OF_35, { lang: 'en_US' })
  lateEnglish.socket.emit('resume', { after: 0 })
  await until(() => expect(notices(lateEnglish)).toEqual(notices(english)))
})

test.each([
  [{ dailyLossCents: 5_000, waits: false }, 'Seu limite diário de perda agora é de R$ 50,00.'],
  [
    { dailyLossCents: 9_000, waits: true },
    'Pedido recebido: depois do prazo de espera, seu limite diário de perda será de R$ 90,00.',
  ],
  [
    { dailyLossCents: null, waits: true },
    'Pedido recebido: depois do prazo de espera, você não terá limite diário de perda.',
  ],
])('a limit changed with %j is noticed', async (change, text) => {
  const playerId = nextPlayer++
  const player = await connect(await issueTicket(house, { playerId, sessionId: playerId }))
  // A limit that was never there, and is lifted, is no news.
  await tell('limit.changed', [
    { playerId, dailyLossCents: null, waits: false },
    { playerId, ...change },
  ])
  const notices = () => player.heard.filter(({ event }) => event === 'notice')
  await until(() => expect(notices()).toHaveLength(1))
  expect(String(notices()[0]?.told['text']).replace(/\s/g, ' ')).toBe(text)
})

test('being identified is told, and told again to who was away', async () => {
  await tell('player.identified', [{ playerId: 34 }])
  const late = await connect(await issueTicket(house, { playerId: 34, sessionId: 34 }))
  await expect
    .poll(() => {
      late.socket.emit('resume', { after: 0 })
      return late.heard.find(({ told }) => told['kyc'] === 1)
    })
    .toEqual({ event: 'updateUserInfo', told: { seq: expect.any(Number) as number, kyc: 1 } })
})

test('what was undone was not told: a reading that fails half-way tells each message once', async () => {
  const player = await connect(await issueTicket(house, { playerId: 32, sessionId: 32 }))
  failuresLeft = 2
  await house.db.begin(async (tx) => {
    await writeFacts(tx, 'bet.settled', [{ playerId: 32, betId: 900, result: 10, returnCents: 250 }])
    await writeFacts(tx, 'fixture.changed', [{ fixtureId: UNREADABLE }])
  })
  await until(() => expect(failuresLeft).toBe(-1))
  const late = await connect(await issueTicket(house, { playerId: 32, sessionId: 32 }))
  late.socket.emit('resume', { after: 0 })
  await until(() => expect(late.heard.map(({ event }) => event)).toContain('betSettled'))
  const settled = (heard: typeof late.heard) => heard.filter(({ event }) => event === 'betSettled')
  expect(settled(player.heard)).toEqual(settled(late.heard))
})

test('a stake that leaves less than the threshold prompts, and one that leaves more does not', async () => {
  for (const [playerId, cents] of [
    [41, 999],
    [42, 1000],
  ] as const) {
    await makeTransfers(house, [
      { key: `opening:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents },
    ])
  }
  const low = await connect(await issueTicket(house, { playerId: 41, sessionId: 41 }))
  const enough = await connect(await issueTicket(house, { playerId: 42, sessionId: 42 }))
  await tell('round.played', [{ playerId: 41 }, { playerId: 42 }])
  await until(() => expect(low.heard.map(({ event }) => event)).toContain('insBalance'))
  expect(low.heard.find(({ event }) => event === 'insBalance')?.told).toMatchObject({ balance: 9.99 })
  expect(enough.heard.map(({ event }) => event)).not.toContain('insBalance')
})

test('who watches a fixture hears of it', async () => {
  const fan = await connect(SESSION)
  fan.socket.emit('watch', { fixtureIds: ['501'] })
  await expect
    .poll(async () => {
      await tell('fixture.changed', [{ fixtureId: 501 }])
      return fan.heard.some(({ event, told }) => event === 'fixture' && told['fixtureId'] === '501')
    })
    .toBe(true)
})

test('leaving a game is a fact', async () => {
  const player = await connect(SESSION)
  player.socket.emit('offGame', { gameCode: 'dice' })
  await expect
    .poll(() => house.db<{ facts: unknown }[]>`select facts from platform_outbox where topic = 'game.left'`)
    .toEqual([{ facts: [{ playerId: 7, gameCode: 'dice' }] }])
})

test('a session that ended hears nothing more', async () => {
  const ended = await connect(await issueTicket(house, { playerId: 51, sessionId: 510 }))
  const other = await connect(await issueTicket(house, { playerId: 51, sessionId: 511 }))
  const gone = new Promise((resolve) => ended.socket.once('disconnect', resolve))
  await tell('session.ended', [{ sessionId: 510, playerId: 51 }])
  expect(await gone).toBe('io server disconnect')
  expect(other.socket.connected).toBe(true)
})

test('who says what does not fit is shown the door', async () => {
  const { socket } = await connect(SESSION)
  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  socket.emit('watch', { fixtureIds: ['not a number'] })
  expect(await gone).toBe('io server disconnect')
})
