import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundPlayed, sharedRoundChanged } from '../games/index.ts'
import { sessionEnded } from '../identity/index.ts'
import { balanceChanged, lockAccounts, makeTransfers, move, post, readBalances } from '../ledger/index.ts'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { endMaintenance, planMaintenance } from '../platform/plan-maintenance.ts'
import { limitChanged } from '../protection/index.ts'
import { issueTicket } from './connections.ts'
import { openTestConnections, sessionOf } from './testing/test-connections.ts'

let harness: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  harness = await openTestConnections()
})
afterAll(() => harness.close())

test('lets a player in by a ticket, once', async () => {
  const ticket = await issueTicket(harness.deps, { playerId: 7, sessionId: 7 })
  expect((await harness.connect(ticket)).refused).toBeUndefined()
  expect((await harness.connect(ticket)).refused).toBe('logged_out')
})

test('accepts a valid session token and refuses an invented one', async () => {
  expect((await harness.connect(sessionOf(7))).refused).toBeUndefined()
  expect((await harness.connect('made-up-token-of-nobody')).refused).toBe('logged_out')
  expect((await harness.connect('')).refused).toBe('logged_out')
})

test('refuses a page of another origin', async () => {
  expect((await harness.connect(sessionOf(7), { origin: 'https://elsewhere.example' })).refused).toBe(
    'websocket error',
  )
})

test('limits an address that tries many tickets before looking any up', async () => {
  let left = 3
  const asked: string[] = []
  const few = await openTestConnections({
    admitVisitor: async (ip) => {
      asked.push(ip)
      left -= 1
      return left >= 0
    },
  })
  for (let at = 0; at < 3; at += 1) {
    expect((await few.connect(`made-up-ticket-number-${at}`)).refused).toBe('logged_out')
  }
  // A valid one is not looked up either.
  expect((await few.connect(sessionOf(7))).refused).toBe('websocket error')
  expect(asked).toEqual(Array.from({ length: 4 }, () => '127.0.0.1'))
  await few.close()
})

test('behind a proxy limits open sockets per address, until one closes; other addresses get in', async () => {
  const few = await openTestConnections({ isBehindProxy: true, socketsOfAnAddress: 3 })
  const from = (address: string) => few.connect(sessionOf(7), { 'x-forwarded-for': `192.0.2.1, ${address}` })
  const [first] = await Promise.all(Array.from({ length: 3 }, () => from('198.51.100.7')))
  expect((await from('198.51.100.7')).refused).toBe('websocket error')
  expect((await from('198.51.100.8')).refused).toBeUndefined()
  first?.socket.disconnect()
  await expect.poll(async () => (await from('198.51.100.7')).refused).toBeUndefined()
  expect((await from('198.51.100.7')).refused).toBe('websocket error')
  await few.close()
})

test('a transfer reaches its player with balance and version, and no other player', async () => {
  const mine = await harness.connectPlayer(21)
  const other = await harness.connectPlayer(22)
  await harness.write(balanceChanged, [{ playerId: 21, cashCents: 1234, bonusCents: 66, version: 3 }])
  await expect
    .poll(() => mine.received)
    .toContainEqual({
      event: 'updateUserInfo',
      message: { seq: 0, balance: 13, freeBalance: 0.66, balanceVersion: 3 },
    })
  expect(other.received.map(({ event }) => event)).toEqual(['ready'])
})

test('the greeting carries the current balance and version; a player without accounts has zero', async () => {
  const opening = {
    key: 'opening:23',
    from: 'opening',
    to: { playerId: 23, kind: 'cash' },
    cents: 1250,
  } as const
  await makeTransfers(harness.deps, [opening])
  const rich = await harness.connectPlayer(23)
  const none = await harness.connectPlayer(24)
  const greeting = ({ received }: typeof rich) =>
    received.filter(({ event }) => event === 'ready').map(({ message }) => message)
  await expect.poll(() => [greeting(rich), greeting(none)].flat()).toHaveLength(2)
  const version = (await readBalances(harness.deps.db, [23])).get(23)?.version
  expect(version).toBeGreaterThan(0)
  expect(greeting(rich)).toEqual([{ seq: 0, balance: 12.5, freeBalance: 0, balanceVersion: version }])
  expect(greeting(none)).toEqual([{ seq: 0, balance: 0, freeBalance: 0, balanceVersion: 0 }])
})

test('a stake that leaves less than the threshold prompts, and one that leaves more does not', async () => {
  for (const [playerId, cents] of [
    [41, 999],
    [42, 1000],
    [47, 999],
  ] as const) {
    await makeTransfers(harness.deps, [
      { key: `opening:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents },
    ])
  }
  const low = await harness.connectPlayer(41)
  const enough = await harness.connectPlayer(42)
  const onBreak = await harness.connectPlayer(47)
  await takeTestBreak(harness.deps, 47) // begun after the stake
  await harness.write(roundPlayed, [roundOf(41), roundOf(42), roundOf(47)])
  await expect.poll(() => low.received.map(({ event }) => event)).toContain('insBalance')
  expect(low.received.find(({ event }) => event === 'insBalance')?.message).toMatchObject({ balance: 9.99 })
  expect(enough.received.map(({ event }) => event)).not.toContain('insBalance')
  expect(onBreak.received.map(({ event }) => event)).not.toContain('insBalance')
})

test.each([
  { playerId: 43, cash: 999, bonus: 50, drawn: 1, sent: [0.5] },
  { playerId: 44, cash: 999, bonus: 51, drawn: 1, sent: [] },
  { playerId: 45, cash: 1000, bonus: 50, drawn: 1, sent: [] },
  { playerId: 46, cash: 999, bonus: 50, drawn: 0, sent: [] },
])(
  'a stake of which $drawn cents were bonus, leaving $cash cash and $bonus bonus, sends $sent',
  async ({ playerId, cash, bonus, drawn, sent }) => {
    await harness.deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus'])
      for (const [kind, cents] of [
        ['cash', cash],
        ['bonus', bonus],
      ] as const) {
        move(batch, { key: `opening:${kind}`, from: 'opening', to: { playerId, kind }, cents })
      }
      await post(tx, batch)
    })
    const player = await harness.connectPlayer(playerId)
    await harness.write(roundPlayed, [
      { ...roundOf(playerId), bonusStakeCents: drawn },
      { ...roundOf(41), bonusStakeCents: 0 },
    ])
    await harness.write(balanceChanged, [{ playerId, cashCents: cash, bonusCents: bonus, version: 99 }])
    await expect.poll(() => player.received.map(({ message }) => message['balanceVersion'])).toContain(99)
    const reported = player.received.filter(({ event }) => event === 'freeBalance')
    expect(reported.map(({ message }) => message['freeBalance'])).toEqual(sent)
  },
)

test('leaving a game is counted by game; an unknown game is an invalid message', async () => {
  const player = await harness.connect(sessionOf(7))
  player.socket.emit('offGame', { gameCode: 'dice' })
  await expect.poll(() => harness.deps.metrics.text()).toContain('palpite_games_left_total{game="dice"} 1')
  player.socket.emit('offGame', { gameCode: 'poker' })
  expect(await player.gone).toBe('io server disconnect')
})

test('disconnects a session that ended', async () => {
  const ended = await harness.connectPlayer(51, { sessionId: 510 })
  const other = await harness.connectPlayer(51, { sessionId: 511 })
  await harness.write(sessionEnded, [{ sessionId: 510, playerId: 51 }])
  expect(await ended.gone).toBe('io server disconnect')
  expect(other.socket.connected).toBe(true)
})

test('a ticket of an ended session opens nothing; one of the player’s other session does', async () => {
  const [ended, other] = [
    await issueTicket(harness.deps, { playerId: 52, sessionId: 520 }),
    await issueTicket(harness.deps, { playerId: 52, sessionId: 521 }),
  ]
  await harness.write(sessionEnded, [{ sessionId: 520, playerId: 52 }])
  const kept = () => harness.deps.db`select from realtime_ticket where session_id = 520`
  await expect.poll(kept).toHaveLength(0)
  expect((await harness.connect(ended)).refused).toBe('logged_out')
  expect((await harness.connect(other)).refused).toBeUndefined()
})

test('a page that changes language gets messages in it, and so do mails and pushes to its player', async () => {
  await harness.deps.db`
    insert into messages_reader (player_id, lang, quiet_from_minute, quiet_to_minute) values (53, 'pt-BR', 0, 0)`
  const before = await harness.connect(await harness.askTicket(53, 'pt_BR'))
  const after = await harness.connect(await harness.askTicket(53, 'en'))
  await harness.write(limitChanged, [{ playerId: 53, dailyLossCents: 5000, waits: false }])
  const notice = ({ received }: typeof before) =>
    received.find(({ event }) => event === 'notice')?.message['text']
  await expect.poll(() => [notice(before), notice(after)]).toEqual([expect.any(String), expect.any(String)])
  expect(notice(before)).not.toBe(notice(after))
  expect(await harness.deps.db`select lang from messages_reader where player_id = 53`).toMatchObject([
    { lang: 'en' },
  ])
})

test('disconnects a client that sends an invalid message', async () => {
  const { socket, gone } = await harness.connect(sessionOf(7))
  socket.emit('watch', { fixtureIds: ['not a number'], wholeFixtureIds: [] })
  expect(await gone).toBe('io server disconnect')
})

test('a player has at most ten connections: one more closes the oldest, with the reason', async () => {
  const connections = [await harness.connectPlayer(61)]
  for (let at = 1; at < 10; at += 1) connections.push(await harness.connectPlayer(61))
  const other = await harness.connectPlayer(62)
  await Promise.all([harness.connectPlayer(61), harness.connectPlayer(61)])
  const [first, second, ...kept] = connections
  expect(await Promise.all([first?.gone, second?.gone])).toEqual([
    'io server disconnect',
    'io server disconnect',
  ])
  expect(first?.received.at(-1)).toEqual({
    event: 'closing',
    message: { seq: 0, why: 'too_many_connections' },
  })
  expect([other, ...kept].every(({ socket }) => socket.connected)).toBe(true)
})

test('disconnects a client that sends too much in a second, whatever it is', async () => {
  const hurried = await harness.connectPlayer(63)
  for (let at = 0; at < 20; at += 1) hurried.socket.emit('offGame', { gameCode: 'dice' })
  const noisy = await harness.connectPlayer(64)
  for (let at = 0; at < 21; at += 1) noisy.socket.emit('nothing we know', at)
  expect(await noisy.gone).toBe('io server disconnect')
  expect(hurried.socket.connected).toBe(true)
})

const roundOf = (playerId: number) => ({
  playerId,
  roundId: 1,
  game: 'dice',
  stakeCents: 1,
  bonusStakeCents: 0,
  payoutCents: 0,
})

test('a subscriber of a shared game’s room gets its messages and no others; null unsubscribes', async () => {
  const [watcher, elsewhere, idle] = [
    await harness.connectPlayer(71),
    await harness.connectPlayer(72),
    await harness.connectPlayer(73),
  ]
  const watch = async (one: typeof watcher, ...rooms: (string | null)[]) => {
    for (const room of rooms) one.socket.emit('watchRoom', { room })
    // Messages are handled in order: when this one is answered, those before it are done.
    const answered = new Promise((done) => one.socket.once('watched', done))
    one.socket.emit('watch', { fixtureIds: [], wholeFixtureIds: ['1'] })
    await answered
  }
  const heard = ({ received }: typeof watcher) =>
    received.filter(({ event }) => event === 'gameRoom').map(({ message }) => message['room'])
  const change = (...rooms: string[]) =>
    harness.write(
      sharedRoundChanged,
      rooms.map((room) => ({ room })),
    )
  await watch(watcher, 'luckyColor:30', 'double')
  await watch(elsewhere, 'luckyColor:60')
  await change('luckyColor:30', 'double', 'luckyColor:60')
  await expect.poll(() => heard(elsewhere)).toEqual(['luckyColor:60'])
  expect([heard(watcher), heard(idle)]).toEqual([['double'], []])
  await watch(watcher, null)
  await change('double', 'luckyColor:60')
  await expect.poll(() => heard(elsewhere)).toEqual(['luckyColor:60', 'luckyColor:60'])
  expect(heard(watcher)).toEqual(['double'])
})

test('an unknown room is an invalid message', async () => {
  const player = await harness.connect(sessionOf(7))
  player.socket.emit('watchRoom', { room: 'poker' })
  expect(await player.gone).toBe('io server disconnect')
})

test('maintenance that begins, and its end, are told to every open page, and to one that connects meanwhile', async () => {
  const { db, random } = harness.deps
  const { received } = await harness.connectPlayer(71)
  const told = () =>
    received.flatMap(({ event, message }) =>
      event === 'maintenance' ? [(message['closed'] as { scope: string }[]).map(({ scope }) => scope)] : [],
    )
  const planned = await db.begin((tx) =>
    planMaintenance(tx, {
      operatorId: 1,
      requestId: random.hex(16),
      scope: 'games',
      reason: 'the database gets a new disk',
      startsAt: null,
      expectedEnd: new Date(Date.now() + 3_600_000),
    }),
  )
  if (!planned.ok) throw new Error(planned.refusal.code)
  await expect.poll(told).toEqual([['games']])
  const later = await harness.connectPlayer(72)
  await expect.poll(() => later.received.map(({ event }) => event)).toContain('maintenance')
  await db.begin((tx) => endMaintenance(tx, { id: planned.value.id, by: 1, reason: 'the disk is in place' }))
  await expect.poll(told).toEqual([['games'], []])
})
