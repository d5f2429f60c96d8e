import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { untilQuiet } from '../../apps/server/src/cashier/testing/storm.ts'
import { stormGateway, sumsOf } from '../../apps/server/src/cashier/testing/storm-sums.ts'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { goHome, readLimits } from './acts.ts'
import { type Acknowledged, ask, type Data, fault, type Life, type Player } from './player.ts'
import type { World } from './world.ts'

/** Crash rounds and draws end within minutes, and interrupted bets are refunded. */
const QUIET_MS = 420_000
const LOOK_MS = 1000
const DAY_MS = 24 * 3_600_000
const PLAYERS_AT_ONCE = 24
/** One in N acknowledgements is repeated, and every interrupted one. */
const ASKED_AGAIN_EVERY = 5
/** The page size of lists: twenty. */
const MAX_PAGES = 1000

/** The findings of ledger, audit chain, seals, rounds and public log, also under load. */
export const verifyNow = (world: World): Promise<string[]> =>
  world.withDeps(async (deps) => (await verifyAll(deps.db)).map((finding) => JSON.stringify(finding)))

/** Ends everything pending: rounds, matches, bets, orders, payouts, studio bets. Returns what is left. */
export async function quieten(life: Life, players: readonly Player[]): Promise<number> {
  const { world } = life
  await eachPlayer(players, (player) => goHome(life, player))
  await world.calm()
  await world.endMatches()
  const inPlay = await untilPlayed(world)
  const owner = openDb({ url: world.ownerUrl, connections: 2, onLostConnection: () => {} })
  try {
    // A killed server has no calls any more: they count as timed out at once.
    await owner`
      update cashier_withdrawal set last_sent_at = last_sent_at - interval '1 hour', try_at = now()
       where status in ('sending', 'unknown')`
    await owner`update cashier_order set check_at = now() where status = 'created'`
    const atCashier = await world.withDeps((deps) => untilQuiet({ deps, bank: world.bank }, owner))
    return inPlay + atCashier
  } finally {
    await owner.close()
  }
}

/** Waits until nothing is pending; returns what is left if that fails. */
async function untilPlayed(world: World): Promise<number> {
  const endsAt = performance.now() + QUIET_MS
  for (;;) {
    const left = await countInPlay(world)
    if (left === 0 || performance.now() > endsAt) return left
    await sleep(LOOK_MS)
  }
}

async function countInPlay(world: World): Promise<number> {
  const [ours] = await world.withDeps(
    ({ db }) => db<{ count: number }[]>`
      select (select count(*) from sportsbook_bet where status = 'open')
           + (select count(*) from sportsbook_waiting_bet
               where status = 'waiting' and due_at > clock_timestamp() - interval '30 seconds')
           + (select count(*) from games_round where status = 'open') as count`,
  )
  const [theirs] = await ofStudio(
    world,
    (db) => db<{ count: number }[]>`
      select count(*) as count from studio_bet where status in ('staking', 'playing', 'paying', 'undoing')`,
  )
  return (ours?.count ?? 0) + (theirs?.count ?? 0)
}

async function ofStudio<T>(
  { studio }: World,
  read: (db: ReturnType<typeof openDb>) => Promise<T>,
): Promise<T> {
  const db = openDb({ url: studio.databaseUrl, connections: 1, onLostConnection: () => {} })
  try {
    return await read(db)
  } finally {
    await db.close()
  }
}

/**
 * Compares acknowledgements with the records at the end: general findings are returned, a player's attached to that
 * player. Also returns the number of checked operations.
 */
export async function compareAll(
  life: Life,
  players: readonly Player[],
  left: number,
): Promise<{ findings: string[]; checked: number; askedAgain: number }> {
  const { world, seed } = life
  const findings = await verifyNow(world)
  const sums = await world.withDeps((deps) =>
    sumsOf(
      { deps, bank: world.bank },
      { seed, orders: 0, faults: 0, left, firstBankCents: world.firstBankCents },
    ),
  )
  findings.push(...sums.differences, ...(await studioDifferences(world)))
  let askedAgain = 0
  await eachPlayer(players, async (player) => {
    const count = await askAgain(life, player) // others are counted meanwhile
    askedAgain += count
  })
  const money = await world.withDeps((deps) => readMoney(deps, players))
  let checked = 0
  await eachPlayer(players, async (player) => {
    const count = await compareRecords(life, player, money)
    checked += count
  })
  return { findings, checked, askedAgain }
}

/** Several players at once. */
async function eachPlayer(
  players: readonly Player[],
  work: (player: Player) => Promise<void>,
): Promise<void> {
  const waiting = [...players]
  const run = async () => {
    for (let player = waiting.shift(); player; player = waiting.shift()) await work(player)
  }
  await Promise.all(Array.from({ length: PLAYERS_AT_ONCE }, run))
}

/** The studio's book and ours, bet by bet: stakes and wins. The studio uses pseudonyms. */
async function studioDifferences(world: World): Promise<string[]> {
  const theirs = await ofStudio(
    world,
    (db) => db<{ sums: string }[]>`
      select sum(stake_cents) || '-' || sum(win_cents) as sums
        from studio_bet where status = 'done' group by player having sum(stake_cents) > 0`,
  )
  const ours = await world.withDeps(
    ({ db }) => db<{ sums: string }[]>`
      select staked || '-' || won as sums
        from (select coalesce(sum(case kind when 'debit' then cents when 'rollback' then -cents end), 0) as staked,
                     coalesce(sum(cents) filter (where kind = 'credit'), 0) as won
                from games_wallet_transaction group by player_id) as own
       where staked > 0`,
  )
  const [one, other] = [theirs, ours].map((rows) => rows.map(({ sums }) => sums).toSorted())
  return isDeepStrictEqual(one, other)
    ? []
    : [`the studio's book and ours: ${JSON.stringify(one)} and ${JSON.stringify(other)}`]
}

/** Repeats an acknowledged request, and expects the same answer. */
async function askAgain(life: Life, player: Player): Promise<number> {
  const asked = player.acknowledged.filter(({ wasCutOff }, at) => wasCutOff || at % ASKED_AGAIN_EVERY === 0)
  for (const one of asked) {
    const { status, code, data } = await ask(life, player, one.path, one.body)
    if (status !== 200) fault(player, `${one.path} asked again is refused by ${code}: ${JSON.stringify(one)}`)
    else if (!isDeepStrictEqual(keptOf(one, data), keptOf(one, one.answer)))
      fault(
        player,
        `${one.path} asked again answers ${JSON.stringify(data)}, not ${JSON.stringify(one.answer)}`,
      )
  }
  return asked.length
}

/** The permanent part of an answer. A bet or round may have been decided since. */
function keptOf({ path }: Acknowledged, answer: Data): Data {
  const round = answer['round'] as Data | undefined
  if (round) {
    const { roundId, stakeCents, choice, payoutCents, state } = round
    const isAtOnce = path.includes('/dice/') || path.includes('/limbo/')
    return { roundId, stakeCents, choice, ...(isAtOnce && { payoutCents, state }) }
  }
  const { betId, stakeCents, placedAt, paidCents, orderId, lineId } = answer
  return { betId, stakeCents, placedAt, paidCents, orderId, lineId }
}

/** By player: flows by bank, chain and studio. */
type Money = Map<string, { playerId: number; toppedUpCents: number; usdtCents: number; studioCents: number }>

async function readMoney(deps: Deps, players: readonly Player[]): Promise<Money> {
  const { db } = deps
  const rows = await db<{ playerId: number; email: string; usdtCents: number; studioCents: number }[]>`
    select player.id as "playerId", player.email,
           coalesce((select sum(((micros - rest_micros) * rate_e4 + rest_micros * coalesce(rest_rate_e4, 0)) / 100000000)
                       from cashier_usdt_transfer as transfer
                      where transfer.player_id = player.id and status = 'credited'), 0)::bigint as "usdtCents",
           coalesce((select sum(case kind when 'debit' then -cents else cents end)
                       from games_wallet_transaction as moved
                      where moved.player_id = player.id), 0)::bigint as "studioCents"
      from identity_player as player`
  const orders = await db<{ chargeRef: string; playerId: number }[]>`
    select charge_ref as "chargeRef", player_id as "playerId" from cashier_order where rail = 'pix'`
  const playerOf = new Map(orders.map(({ chargeRef, playerId }) => [chargeRef, playerId]))
  const pixes = await stormGateway({ deps }).listPayments({
    from: new Date(Date.now() - DAY_MS),
    to: new Date(Date.now() + DAY_MS),
  })
  const toppedUp = new Map<number, number>()
  for (const { chargeRef, amountCents, refunds } of pixes) {
    const playerId = playerOf.get(chargeRef ?? '') ?? 0
    const returned = refunds.reduce((sum, one) => sum + (one.state === 'returned' ? one.amountCents : 0), 0)
    toppedUp.set(playerId, (toppedUp.get(playerId) ?? 0) + amountCents - returned)
  }
  const known = new Set(pixes.map(({ providerRef }) => providerRef))
  for (const player of players)
    for (const endToEndId of player.paid)
      if (!known.has(endToEndId)) fault(player, `the bank forgot ${endToEndId}`)
  return new Map(
    rows.map(({ email, ...row }) => [email, { ...row, toppedUpCents: toppedUp.get(row.playerId) ?? 0 }]),
  )
}

type Bet = {
  betId: string
  status: string
  stakeCents: number
  returnCents: number
  sold: { paidCents: number } | null
}
type Round = { roundId: string; status: string; stakeCents: number; payoutCents: number }
type Payment = { orderId: string; type: string; status: string; amountCents: number }
type Line = { lineId: string; author: string }

/**
 * Reads all of a player's records over HTTP: each acknowledgement is present once as answered, nothing else is, and
 * the balance is their sum. Returns the number checked.
 */
async function compareRecords(life: Life, player: Player, money: Money): Promise<number> {
  const all = <T>(path: string, key: string) => readAll<T>(life, player, { path, key })
  const bets = await all<Bet>('/api/app/sportsbook/bets', 'bets')
  const rounds = await all<Round>('/api/app/games/rounds', 'rounds')
  const payments = await all<Payment>('/api/app/order/records', 'records')
  const withdrawals = payments.filter(({ type }) => type === '11')
  const lines = (await all<Line>('/api/app/support/chat', 'lines')).filter(
    ({ author }) => author === 'player',
  )
  sameIds(player, 'bets', [bets.map(({ betId }) => betId), player.bets.keys()])
  sameIds(player, 'rounds', [rounds.map(({ roundId }) => roundId), player.rounds.keys()])
  sameIds(player, 'withdrawals', [withdrawals.map(({ orderId }) => orderId), player.withdrawals.keys()])
  sameIds(player, 'lines', [lines.map(({ lineId }) => lineId), player.lines])
  for (const { betId, stakeCents, sold } of bets) {
    const paidCents = player.soldCents.get(betId) ?? 0
    if (player.bets.get(betId)?.stakeCents !== stakeCents || (sold?.paidCents ?? 0) !== paidCents)
      fault(player, `bet ${betId} has another stake, or was sold for another sum`)
  }
  for (const { roundId, stakeCents, payoutCents } of rounds) {
    const reported = player.rounds.get(roundId)
    if (reported?.stakeCents !== stakeCents || (reported.payoutCents ?? payoutCents) !== payoutCents)
      fault(player, `round ${roundId} has another stake, or was paid otherwise`)
  }
  const own = money.get(player.email)
  const expected =
    (own?.toppedUpCents ?? 0) +
    (own?.usdtCents ?? 0) +
    (own?.studioCents ?? 0) +
    sum(
      bets,
      ({ stakeCents, returnCents, sold, status }) =>
        returnCents + (status === 'settled' ? (sold?.paidCents ?? 0) : 0) - stakeCents,
    ) +
    sum(rounds, ({ payoutCents, stakeCents }) => payoutCents - stakeCents) -
    sum(withdrawals, ({ status, amountCents }) => (status === '10' ? amountCents : 0))
  await compareBalance(life, player, expected)
  await readLimits(life, player)
  return (
    player.bets.size + player.rounds.size + player.withdrawals.size + player.lines.size + player.paid.size
  )
}

async function compareBalance(life: Life, player: Player, expected: number): Promise<void> {
  const { data } = await ask(life, player, '/api/app/user/getBalance')
  const { data: limits } = await ask(life, player, '/api/app/order/getWithdraw')
  const toCents = (reais: unknown) => Math.round(Number(reais) * 100)
  const found = toCents(data['balance']) - toCents(limits['owed'])
  if (found !== expected)
    fault(player, `the balance is ${found} cents, and all that was acknowledged comes to ${expected}`)
}

const sum = <T>(list: readonly T[], cents: (one: T) => number): number =>
  list.reduce((total, one) => total + cents(one), 0)

function sameIds(
  player: Player,
  what: string,
  [found, reported]: [readonly string[], Iterable<string>],
): void {
  const acknowledged = new Set(reported)
  const there = new Set(found)
  const missing = [...acknowledged].filter((id) => !there.has(id))
  const more = [...there].filter((id) => !acknowledged.has(id))
  if (missing.length + more.length > 0 || there.size !== found.length)
    fault(player, `${what}: ${missing.join(' ')} are missing, ${more.join(' ')} were never told of`)
}

/** All pages of a list. */
async function readAll<T>(
  life: Life,
  player: Player,
  { path, key }: { path: string; key: string },
): Promise<T[]> {
  const rows: T[] = []
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data } = await ask(life, player, typeof cursor === 'string' ? `${path}?cursor=${cursor}` : path)
    rows.push(...((data[key] ?? []) as T[]))
    cursor = data['next'] ?? data['nextCursor']
    if (typeof cursor !== 'string') return rows
  }
  throw new Error(`${path} has no end`)
}
