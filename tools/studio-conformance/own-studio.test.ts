import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBack, settle, settleStuck, stake } from '../../apps/studio/src/bets/index.ts'
import { openCrashRoom } from '../../apps/studio/src/crash/index.ts'
import { freeRoundsOf, slotWinCents, spin } from '../../apps/studio/src/slot/index.ts'
import {
  currentSeed,
  insertSession,
  openStore,
  selectCrashRounds,
  type SessionRow,
  type Store,
} from '../../apps/studio/src/store/index.ts'
import { openWallet, type WalletClient } from '../../apps/studio/src/wallet/index.ts'
import { freshDatabase } from '../test/database.ts'
import { openTestDeps } from '../test/test-deps.ts'
import { openOwnWallet } from './own-wallet.ts'

let server: Awaited<ReturnType<typeof openTestDeps>>
let wallet: Awaited<ReturnType<typeof openOwnWallet>>
let book: Awaited<ReturnType<typeof freshDatabase>>
let store: Store
let funded: SessionRow
beforeAll(async () => {
  server = await openTestDeps()
  wallet = await openOwnWallet(server.deps)
  book = await freshDatabase({ connections: 1 })
  store = await openStore(book.ownerUrl)
  funded = await enter()
})
afterAll(async () => {
  await store.end()
  await book.drop()
  await wallet.close()
  await server.close()
})

/** A player in our studio's slot, with the kit's three free rounds. */
async function enter(): Promise<SessionRow> {
  const said = await openWallet(wallet)('session', { token: wallet.fundedToken })
  if (said.kind !== 'done') throw new Error('the launch token is good')
  const { session: walletSession, player, terms } = said.data
  const session: SessionRow = {
    bearerHash: randomUUID(),
    walletSession,
    player,
    game: 'palpite-slot',
    ...terms,
    minRoundMs: 0,
    demoCents: null,
  }
  await insertSession(store, session)
  const seed = { serverSeed: 'e1'.repeat(32), serverSeedHash: 'hash', clientSeed: 'client' }
  await currentSeed(store, player, seed)
  return session
}

async function balanceOf({ walletSession }: SessionRow): Promise<number> {
  const said = await openWallet(wallet)('balance', { session: walletSession ?? '', currency: 'BRL' })
  if (said.kind !== 'done') throw new Error('the balance is told')
  return said.data.balanceCents
}

test('the slot plays each free round of the wallet once, and none when used up', async () => {
  const studio = { store, wallet: openWallet(wallet) }
  const session = funded
  const [gift] = (await freeRoundsOf(studio, session)) ?? []
  expect(gift).toMatchObject({ left: 3, stakeCents: 100 })
  const before = await balanceOf(session)
  let won = 0
  for (let played = 0; played < 3; played += 1) {
    const request = { requestId: randomUUID(), stakeCents: 20, grant: gift?.grant ?? '' }
    const first = await spin(studio, session, request)
    const again = await spin(studio, session, request)
    if (!first.ok || !again.ok) throw new Error('a free round is played, and shown again')
    expect(again.spun.stops).toEqual(first.spun.stops)
    won += first.spun.payoutCents
  }
  expect(await balanceOf(session)).toBe(before + won)
  const none = { requestId: randomUUID(), stakeCents: 20, grant: gift?.grant ?? '' }
  expect(await spin(studio, session, none)).toEqual({ ok: false, code: 'no_free_rounds' })
})

test('a stake accepted after the studio gave up on it is rolled back', async () => {
  const heard = openWallet(wallet)
  const deaf: WalletClient = async (call, body) => {
    const answer = await heard(call, body)
    return call === 'debit' ? { kind: 'unknown' } : answer // it is done, and the answer is lost
  }
  const before = await balanceOf(funded)
  const request = { requestId: randomUUID(), stakeCents: 100, grant: null }
  expect(await spin({ store, wallet: deaf }, funded, request)).toEqual({ ok: false, code: 'try_again' })
  expect(await balanceOf(funded)).toBe(before - 100)
  await store.query(`update studio_bet set moved_at = now() - interval '1 minute' where status = 'undoing'`)
  await settleStuck({ store, wallet: heard }, slotWinCents)
  expect(await balanceOf(funded)).toBe(before)
})

const bare = { autoAt: null, grantId: null, seedId: null, nonce: null } as const

/** A stake of R$ 1.00 in play. */
async function staked() {
  const request = { ...bare, requestId: randomUUID(), stakeCents: 100, roundId: randomUUID() }
  const taken = await stake({ store, wallet: openWallet(wallet) }, funded, request)
  if (taken.kind !== 'taken') throw new Error('the stake is taken')
  return taken.bet
}

const age = () => store.query(`update studio_bet set moved_at = now() - interval '1 minute'`)

test.each(['bad_signature', 'stale_timestamp', 'address_not_allowed', 'too_many_requests'] as const)(
  'a win and a stake to give back stay owed while the wallet refuses the call: %s',
  async (code) => {
    const heard = { store, wallet: openWallet(wallet) }
    const turnedAway = { store, wallet: (async () => ({ kind: 'refused', code })) as WalletClient }
    const [won, late] = [await staked(), await staked()]
    const before = await balanceOf(funded)
    await settle(turnedAway, funded, won, { winCents: 250 })
    await giveBack(turnedAway, funded, late)
    await age()
    await settleStuck(turnedAway, slotWinCents)
    expect(await balanceOf(funded)).toBe(before)
    await settleStuck(heard, slotWinCents)
    expect(await balanceOf(funded)).toBe(before + 250 + 100)
  },
)

test('of several studios on one book one leads the crash: each round is created once, and the next takes over', async () => {
  const studio = { store, wallet: openWallet(wallet) }
  const rooms = [openCrashRoom(studio), openCrashRoom(studio), openCrashRoom(studio)]
  await Promise.all(rooms.flatMap((room) => [room.tick(), room.tick()]))
  const { rounds } = await selectCrashRounds(store)
  expect(rounds).toMatchObject([{ place: 0, isOver: false }])
  const [first] = rounds
  // Long enough after the curve's end that the next round is due.
  await store.query(`update studio_crash_round set starts_at = now() - interval '90 seconds',
                            ends_at = now() - interval '60 seconds'`)
  const [, other] = rooms // the first is gone
  await other?.tick()
  const over = (await selectCrashRounds(store)).rounds
  expect(over).toMatchObject([{ place: 0, isOver: true, point: first?.point, seed: first?.seed }])
  await Promise.all(rooms.slice(1).flatMap((room) => [room.tick(), room.tick(), room.tick()]))
  expect((await selectCrashRounds(store)).rounds.map(({ place }) => place)).toEqual([1, 0])
})

/** A demo player. */
async function enterDemo(game: string): Promise<SessionRow> {
  const session: SessionRow = {
    bearerHash: randomUUID(),
    walletSession: null,
    player: `demo-${randomUUID()}`,
    game,
    minStakeCents: 20,
    maxStakeCents: 50_000,
    minRoundMs: 60_000,
    allowsTurbo: false,
    demoCents: 10_000,
  }
  await insertSession(store, session)
  const seed = { serverSeed: 'e2'.repeat(32), serverSeedHash: 'hash', clientSeed: 'client' }
  await currentSeed(store, session.player, seed)
  return session
}

test("a spin comes no sooner after the last than a round's minimum time", async () => {
  const studio = { store, wallet: openWallet(wallet) }
  const session = await enterDemo('palpite-slot')
  const request = () => ({ requestId: randomUUID(), stakeCents: 100, grant: null })
  expect(await spin(studio, session, request())).toMatchObject({ ok: true })
  expect(await spin(studio, session, request())).toEqual({ ok: false, code: 'too_fast' })
})

test('in the crash others see two letters of a player, the stake, and the exit', async () => {
  const room = openCrashRoom({ store, wallet: openWallet(wallet) })
  await room.tick()
  await store.query(`update studio_crash_round
                        set is_over = false, starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours'
                      where id = (select max(id) from studio_crash_round)`)
  const bet = { requestId: randomUUID(), stakeCents: 100, autoAt: null }
  expect(await room.bet(await enterDemo('palpite-crash'), bet)).toMatchObject({ ok: true })
  expect((await room.view()).bets).toEqual([{ name: 'de•••', stakeCents: 100, cashedOutAt: null }])
})

/** The newest round, moved so that it takes bets for an hour more. */
const takeBets = () =>
  store.query(`update studio_crash_round
                  set is_over = false, point = 500, starts_at = now() + interval '1 hour',
                      ends_at = now() + interval '2 hours'
                where id = (select max(id) from studio_crash_round)`)

test('a repeated request for a crash bet whose stake is being returned is refused', async () => {
  const deaf: WalletClient = async () => ({ kind: 'unknown' })
  const room = openCrashRoom({ store, wallet: deaf })
  await takeBets()
  const bet = { requestId: randomUUID(), stakeCents: 100, autoAt: null }
  expect(await room.bet({ ...funded, game: 'palpite-crash' }, bet)).toEqual({ ok: false, code: 'try_again' })
  expect(await room.bet({ ...funded, game: 'palpite-crash' }, bet)).toEqual({ ok: false, code: 'try_again' })
})

test('two devices that bet on the same crash at the same moment both cash out', async () => {
  const studio = { store, wallet: openWallet(wallet) }
  const room = openCrashRoom(studio)
  await takeBets()
  const session = await enterDemo('palpite-crash')
  const [newest] = (await selectCrashRounds(store)).rounds
  for (let device = 0; device < 2; device += 1) {
    const request = { ...bare, requestId: randomUUID(), stakeCents: 100, roundId: String(newest?.id) }
    expect(await stake(studio, session, request)).toMatchObject({ kind: 'taken' })
  }
  await store.query(`update studio_crash_round set starts_at = now() - interval '1 second'
                      where id = (select max(id) from studio_crash_round)`)
  for (let device = 0; device < 2; device += 1)
    expect(await room.cashOut(session)).toMatchObject({ ok: true })
  expect(await room.cashOut(session)).toEqual({ ok: false, code: 'not_in' })
})

test('a stake taken too late for its crash, by a program that died, is given back', async () => {
  const studio = { store, wallet: openWallet(wallet) }
  const { rows } = await store.query<{ id: number }>('select max(id) as id from studio_crash_round')
  await store.query('update studio_crash_round set is_over = true')
  const before = await balanceOf(funded)
  const session = { ...funded, game: 'palpite-crash' }
  const request = { ...bare, requestId: randomUUID(), stakeCents: 100, roundId: String(rows[0]?.id) }
  expect(await stake(studio, session, request)).toMatchObject({ kind: 'taken' })
  expect(await balanceOf(funded)).toBe(before - 100)
  await age()
  await settleStuck(studio, slotWinCents)
  expect(await balanceOf(funded)).toBe(before)
})
