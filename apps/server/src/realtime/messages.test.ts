import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { discountGranted, topupCredited, topupReversed } from '../cashier/index.ts'
import { playerIdentified } from '../identity/index.ts'
import { writeEvents } from '../platform/outbox.ts'
import { breakBegun, limitChanged, limitDecided } from '../protection/index.ts'
import { betSettled } from '../sportsbook/index.ts'
import { openTestConnections, sessionOf } from './testing/test-connections.ts'
import { readNotice } from './messages.ts'

let nextPlayer = 1000
let harness: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  harness = await openTestConnections()
})
afterAll(() => harness.close())

/** A credited top-up, later than those inserted before. */
async function insertTopUp(playerId: number, mark: string, cents: number) {
  const id = `${playerId}${mark}`.padStart(32, '0')
  await harness.deps.db`
    insert into cashier_order (id, pay_no, charge_ref, player_id, package_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
                               later_bonus_grant_cents, main_times, bonus_times, status, expires_at, credited_at)
    select ${id}, ${id}, ${id}, ${playerId}, id, ${cents}, false, 0, 0, 1, 2, 'credited', now(), now()
      from cashier_package limit 1`
  await harness.deps.db`
    insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, paid_at)
    values (${`${playerId}${mark}`}, ${id}, ${playerId}, ${cents}, 0, 'credited', false, now())`
}

test('sends a paid top-up after it happened, and replays it to a player who was away', async () => {
  const event = { playerId: 31, orderId: 'order-1', amountCents: 10_000, bonusGrantCents: 0, first: true }
  const here = await harness.connectPlayer(31)
  await harness.write(topupCredited, [event])
  await expect
    .poll(() => here.received.map(({ event }) => event))
    .toEqual(['ready', 'paySuccess', 'updateUserInfo'])
  const sent = here.received.find(({ event }) => event === 'paySuccess')?.message
  expect(sent).toMatchObject({ orderId: 'order-1', amount: 100, czflag: 0 })

  const late = await harness.connectPlayer(31)
  late.socket.emit('resume', { after: 0 })
  await expect.poll(() => late.received).toContainEqual({ event: 'paySuccess', message: sent })
  const caughtUp = await harness.connectPlayer(31)
  caughtUp.socket.emit('resume', { after: here.received.at(-1)?.message['seq'] })
  await expect
    .poll(() => caughtUp.received.map(({ event }) => event).sort())
    .toEqual(['ready', 'resumed', 'updateUserInfo'])
})

test('a top-up message carries the total topped up, and a reversal updates it', async () => {
  await insertTopUp(33, 'a', 10_000)
  await insertTopUp(33, 'b', 5_000)
  const player = await harness.connectPlayer(33)
  const infos = () =>
    player.received.filter(({ event }) => event === 'updateUserInfo').map(({ message }) => message)
  await harness.write(topupCredited, [
    { playerId: 33, orderId: 'order-b', amountCents: 5_000, bonusGrantCents: 0, first: false },
  ])
  await expect.poll(() => infos()).toHaveLength(1)
  expect(infos()[0]).toEqual({ seq: expect.any(Number) as number, payAmount: 50, paySumAmount: 150 })
  await harness.deps.db`update cashier_topup set reversed_cents = amount_cents where provider_ref = '33a'`
  await harness.write(topupReversed, [
    { playerId: 33, orderId: 'order-a', amountCents: 10_000, debtCents: 0 },
  ])
  await expect.poll(() => infos()).toHaveLength(2)
  expect(infos()[1]).toMatchObject({ payAmount: 50, paySumAmount: 50 })
})

test('4.09 a discount is pushed to its player, with the moment at which it ends', async () => {
  const player = await harness.connectPlayer(34)
  await harness.write(discountGranted, [{ playerId: 34, discount: 0.1, expiredTime: 1_800_000_000_000 }])
  await expect
    .poll(() => player.received.map(({ message }) => message))
    .toContainEqual({
      seq: expect.any(Number) as number,
      payDiscount: { discount: 0.1, expiredTime: 1_800_000_000_000 },
    })
})

test('a notice is sent in the language of each page, and replayed to a player who was away', async () => {
  const here = await harness.connectPlayer(35)
  const english = await harness.connectPlayer(35, { lang: 'en' })
  const notices = ({ received }: typeof here) =>
    received.flatMap(({ event, message }) =>
      event === 'notice' ? [String(message['text']).replace(/\s/g, ' ')] : [],
    )
  await harness.write(topupReversed, [{ playerId: 35, orderId: 'o', amountCents: 123_450, debtCents: 0 }])
  await harness.write(topupReversed, [{ playerId: 35, orderId: 'o', amountCents: 5_000, debtCents: 2_000 }])
  const portuguese = [
    'O banco devolveu um depósito de R$ 1.234,50: o valor saiu do seu saldo.',
    'O banco devolveu um depósito de R$ 50,00. Faltaram R$ 20,00, que serão descontados dos próximos depósitos e ganhos.',
  ]
  await expect.poll(() => notices(here)).toEqual(portuguese)
  await expect
    .poll(() => notices(english)[0])
    .toBe('The bank took back a top-up of R$1,234.50: it left your balance.')
  const late = await harness.connectPlayer(35)
  late.socket.emit('resume', { after: 0 })
  await expect.poll(() => notices(late)).toEqual(portuguese)
  const lateEnglish = await harness.connect(sessionOf(35), { lang: 'en_US' })
  lateEnglish.socket.emit('resume', { after: 0 })
  await expect.poll(() => notices(lateEnglish)).toEqual(notices(english))
  // The page of a game has no socket; it polls.
  const ask = { playerId: 35, lang: 'pt-BR' } as const
  const { seq, text } = await readNotice(harness.deps.db, { ...ask, after: undefined })
  expect([text, (await readNotice(harness.deps.db, { ...ask, after: seq })).text]).toEqual([null, null])
  const newest = await readNotice(harness.deps.db, { ...ask, after: 0 })
  expect(newest.seq).toBeLessThanOrEqual(seq)
  expect(newest.text?.replace(/\s/g, ' ')).toBe(portuguese[1])
  expect((await readNotice(harness.deps.db, { ...ask, playerId: 36, after: 0 })).text).toBeNull()
})

test.each([
  [{ dailyLossCents: 5_000, waits: false }, 'Seu limite diário de perda agora é de R$ 50,00.'],
  [
    { dailyLossCents: 9_000, waits: true },
    'Pedido recebido: R$ 90,00 de limite diário de perda. Depois do prazo de espera, confirme em Jogo responsável; sem isso, nada muda.',
  ],
  [
    { dailyLossCents: null, waits: true },
    'Pedido recebido: tirar o limite diário de perda. Depois do prazo de espera, confirme em Jogo responsável; sem isso, o limite continua.',
  ],
])('a limit changed with %j is noticed', async (change, text) => {
  const playerId = nextPlayer++
  const player = await harness.connectPlayer(playerId)
  // Lifting a limit that was never set brings no notice.
  await harness.write(limitChanged, [
    { playerId, dailyLossCents: null, waits: false },
    { playerId, ...change },
  ])
  const notices = () => player.received.filter(({ event }) => event === 'notice')
  await expect.poll(() => notices()).toHaveLength(1)
  expect(String(notices()[0]?.message['text']).replace(/\s/g, ' ')).toBe(text)
})

test('limits of other kinds and breaks are noticed without their numbers', async () => {
  const playerId = nextPlayer++
  const player = await harness.connectPlayer(playerId)
  await harness.write(limitDecided, [{ playerId, kind: 'time', period: 'day', amount: 60, waits: false }])
  await harness.write(breakBegun, [{ playerId, kind: 'exclusion', product: null, endsAt: null }])
  const notices = () => player.received.filter(({ event }) => event === 'notice')
  await expect
    .poll(() => notices().map(({ message }) => message['text']))
    .toEqual([
      'Um dos seus limites mudou. Os detalhes estão nas suas mensagens.',
      'Uma pausa começou na sua conta. Os detalhes estão nas suas mensagens.',
    ])
})

test('identification is sent, and replayed to a player who was away', async () => {
  await harness.write(playerIdentified, [{ playerId: 34 }])
  const late = await harness.connectPlayer(34)
  await expect
    .poll(() => {
      late.socket.emit('resume', { after: 0 })
      return late.received.find(({ message }) => message['kyc'] === 1)
    })
    .toEqual({ event: 'updateUserInfo', message: { seq: expect.any(Number) as number, kyc: 1 } })
})

test('replays everything that was missed, page by page, however much', async () => {
  await harness.deps.db`
    insert into realtime_message (seq, player_id, event, payload)
    select extract(epoch from now())::bigint * 1000 + bet, 36, 'betSettled', jsonb_build_object('betId', bet::text, 'result', 10, 'returnCents', 1)
      from generate_series(1, 1234) as bet`
  const [first] = await harness.deps.db<{ seq: number }[]>`
    select min(seq) as seq from realtime_message where player_id = 36`
  const from = first?.seq ?? 0
  const late = await harness.connectPlayer(36)
  late.socket.emit('resume', { after: from })
  await expect.poll(() => late.received.at(-1)?.event).toBe('updateUserInfo')
  const of = (event: string) => late.received.flatMap((one) => (one.event === event ? [one.message] : []))
  expect(of('betSettled').map(({ betId }) => Number(betId))).toEqual(
    Array.from({ length: 1233 }, (_none, at) => at + 2),
  )
  expect(of('resumed')).toEqual([
    { seq: from + 500, whole: false },
    { seq: from + 1000, whole: false },
    { seq: from + 1233, whole: true },
  ])
})

test('a reading that fails half-way sends each message once', async () => {
  const player = await harness.connectPlayer(32)
  const begin = vi.spyOn(harness.deps.db, 'begin')
  await harness.deps.db.begin(async (tx) => {
    await writeEvents(tx, betSettled, [
      { playerId: 32, betId: 900, result: 10, returnCents: 250, stakeCents: 100, repaidCents: 50 },
    ])
    // Followed by an unreadable one.
    await tx`insert into platform_outbox (topic, events) values ('balance.changed', 'no list')`
  })
  const failed = () => begin.mock.settledResults.filter(({ type }) => type === 'rejected').length
  await expect.poll(failed).toBeGreaterThan(1) // readings
  begin.mockRestore()
  // The game bonus has its own reader, which nothing blocks.
  const sent = player.received.map(({ event }) => event).filter((event) => event !== 'userBetAmount')
  expect(sent).toEqual(['ready'])
  await ownerOf(harness.deps.db)`update platform_outbox set events = '[]' where events = 'no list'`
  const late = await harness.connectPlayer(32)
  await expect.poll(() => player.received.map(({ event }) => event)).toContain('betSettled')
  late.socket.emit('resume', { after: 0 })
  await expect.poll(() => late.received.map(({ event }) => event)).toContain('resumed')
  const settled = ({ received }: typeof late) => received.filter(({ event }) => event === 'betSettled')
  expect(settled(player)).toHaveLength(1)
  expect(settled(player)[0]).toEqual(settled(late)[0])
  expect(settled(player)[0]?.message).toMatchObject({ returnCents: 250, repaidCents: 50 })
})

test('message numbers contain the time, and reveal no count', async () => {
  const before = Date.now() - 60_000
  const rows = await harness.deps.db<{ playerId: number; seq: number }[]>`
    select player_id as "playerId", seq from realtime_message order by player_id, seq`
  expect(rows.length).toBeGreaterThan(10)
  for (const { seq } of rows) expect(seq).toBeGreaterThan(before)
})
