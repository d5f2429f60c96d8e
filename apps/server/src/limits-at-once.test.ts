import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableRoundPause } from '../../../tools/test/rounds-at-once.ts'
import { inTurn } from '../../../tools/adversary/in-turn.ts'
import { readDeposited } from './cashier/index.ts'
import { topUpsOf } from './cashier/testing/orders.ts'
import { giveCash, newPlayer } from './cashier/testing/players.ts'
import { openGames } from './games/index.ts'
import { hopeless, requestOf, launch, openSessionOf, openStudio } from './games/testing/harness.ts'
import { present } from './platform/errors.ts'
import { openDb } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { openMetrics } from './platform/metrics.ts'
import { openProtection, policyOf, suspendAccounts } from './protection/index.ts'
import { openSportsbook } from './sportsbook/index.ts'
import { addMatch, type Harness, openHarness, requestFor } from './sportsbook/testing/harness.ts'
import { verifyAll } from './verify.ts'

/** Two servers with their own pools on one database. */
let harness: Harness
let servers: ReturnType<typeof openPlay>[]
let outcomeId = 0
let closeSecond: () => Promise<void>

beforeAll(async () => {
  harness = await openHarness()
  const { deps } = harness
  const db = openDb({ url: deps.config.DATABASE_URL, connections: 6, onLostConnection: () => undefined })
  closeSecond = () => db.close()
  await disableRoundPause(deps.db)
  await openStudio(harness)
  servers = [openPlay(deps), openPlay({ ...deps, db, metrics: openMetrics() })]
  outcomeId = (await addMatch(harness)).outcomes['home'] ?? 0
})
afterAll(async () => {
  await closeSecond()
  await harness.close()
})

const kinds = [
  'bet',
  'round',
  'studio',
  'topUp',
  'limit',
  'timeOut',
  'exclusion',
  'block',
  'suspension',
] as const
const stakes = ['bet', 'round', 'studio'] as const
const limited = ['loss', 'stake', 'bets', 'deposit'] as const
const periods = ['day', 'week', 'month'] as const

const someLimit = fc.record({
  kind: fc.constantFrom(...limited),
  period: fc.constantFrom(...periods),
  /** In tenths of a real; a number for bets. */
  size: fc.integer({ min: 1, max: 40 }),
})
const product = fc.constantFrom('games', 'sports')
const command = (kind: (typeof kinds)[number]) =>
  fc.record({ kind: fc.constant(kind), cents: fc.integer({ min: 100, max: 900 }), limit: someLimit, product })
type Command = ReturnType<typeof command> extends fc.Arbitrary<infer T> ? T : never

type Limit = ReturnType<typeof someLimit.generate>['value']

/** A limit the stakes of a pair, or its top-up, certainly reach: each kind and period in turn. */
const tightLimit = (at: number) =>
  fc.record({
    kind: fc.constant(present(limited[at % limited.length], 'a kind')),
    period: fc.constant(present(periods[Math.floor(at / limited.length) % periods.length], 'a period')),
    size: fc.integer({ min: 5, max: 12 }),
  })

/** Every command beside every other and beside itself, on the other server; a limit is set before half of the pairs. */
const pairs = fc.tuple(
  ...kinds.flatMap((one, row) =>
    kinds.map((other, column) =>
      fc.record({
        before:
          (row + column) % 2 === 1
            ? fc.constant<Limit[]>([])
            : // An even step from row to row: with an odd one only every second kind of limit would come up.
              tightLimit(2 * row * kinds.length + column).map((limit) => [limit]),
        first: command(one),
        second: command(other),
      }),
    ),
  ),
)

let requests = 0
const fresh = () => `limits-at-once-${String((requests += 1)).padStart(8, '0')}`

const amountOf = ({ kind, size }: { kind: (typeof limited)[number]; size: number }) =>
  kind === 'bets' ? Math.ceil(size / 10) : size * (kind === 'deposit' ? 200 : 100)

/** A player's actions on one server; each returns `taken` or the refusal. */
function openPlay(deps: Deps) {
  const policy = policyOf(deps.config)
  const sportsbook = openSportsbook(deps, { policy, settings: { catalogueAgeMs: 0 } })
  const games = openGames(deps, { policy })
  const protection = openProtection(deps, { policy, readDeposited })
  const topUp = topUpsOf(deps)
  return async ({ playerId, session }: Player, { kind, cents, limit, product: blocked }: Command) => {
    const all = { playerId, product: null, lang: 'pt-BR' } as const
    switch (kind) {
      case 'bet':
        return said(await sportsbook.placeBet(requestFor(playerId, outcomeId, { stakeCents: cents })))
      case 'round':
        return said(
          (await games.playRounds([requestOf(playerId, { stakeCents: cents, choice: hopeless })]))[0],
        )
      case 'studio': {
        const of = { studioId: 'acme', session, roundId: fresh(), transactionId: fresh() }
        const [answer] = await games.applyTransactions([{ ...of, kind: 'debit', cents }])
        return answer?.ok ? 'taken' : answer?.code
      }
      case 'topUp':
        return topUp(playerId, cents * 10)
      case 'limit': {
        const { kind: name, period } = limit
        return said(await protection.setLimit({ playerId, kind: name, period, amount: amountOf(limit) }))
      }
      case 'timeOut':
        return said(await protection.takeBreak({ ...all, kind: 'time_out', length: '24h' }))
      case 'exclusion':
        return said(await protection.takeBreak({ ...all, kind: 'exclusion', length: '3m' }))
      case 'block':
        return said(await protection.takeBreak({ ...all, kind: 'block', product: blocked, length: '7d' }))
      case 'suspension': {
        const request = { playerId, operatorId: 1, reason: 'the same card pays for five accounts' }
        return said((await deps.db.begin((tx) => suspendAccounts(tx, [request])))[0])
      }
      default:
        return kind satisfies never
    }
  }
}

const said = (answer: { ok: true } | { ok: false; refusal: { code: string } } | undefined) =>
  answer?.ok ? 'taken' : answer?.refusal.code

type Player = { playerId: number; session: string }

async function player(): Promise<Player> {
  const { playerId } = await newPlayer(harness.deps)
  await giveCash(harness.deps, playerId, 100_000)
  await launch(harness, playerId)
  return { playerId, session: present(await openSessionOf(harness, playerId), 'a session') }
}

type Reported = { topic: string; events: string; by: string }
type Event = {
  playerId: number
  cashCents?: number
  dailyLossCents?: number
  kind?: string
  amount?: number
  product?: string | null
}

/**
 * A player's commands in the order in which they held the lock of the player's accounts: each writes its events under
 * it, and those of one transaction are adjacent.
 */
async function historyOf(playerId: number): Promise<{ topics: string[]; events: Event[] }[]> {
  const rows = await harness.deps.db<Reported[]>`
    select topic, events, xmin::text as by from platform_outbox
     where topic in ('balance.changed', 'bet.placed', 'limit.changed', 'limit.decided', 'break.begun',
                     'suspension.changed')
       and strpos(events, ${`"playerId":${playerId},`}) > 0
     order by id`
  const steps = new Map<string, { topics: string[]; events: Event[] }>()
  for (const { topic, events, by } of rows) {
    const own = (JSON.parse(events) as Event[]).filter((event) => event.playerId === playerId)
    if (own.length === 0) continue
    const step = steps.get(by) ?? { topics: [], events: [] }
    steps.set(by, step)
    step.topics.push(...own.map(() => topic))
    step.events.push(...own)
  }
  return [...steps.values()]
}

type Replayed = {
  cashCents: number
  stakedCents: number
  bets: number
  onBreak: boolean
  blocked: Set<string>
  limits: Map<string, number>
  passed: string[]
}

/** Replays a player's commands, and finds stakes that exceeded a limit or a break in force at their turn. */
async function replay(playerId: number): Promise<Replayed> {
  const nothing = { cashCents: 0, stakedCents: 0, bets: 0, onBreak: false, passed: [] }
  const state: Replayed = { ...nothing, blocked: new Set(), limits: new Map() }
  for (const { topics, events } of await historyOf(playerId)) {
    const product = topics.includes('bet.placed') ? 'sports' : 'games'
    for (const [at, event] of events.entries()) follow(state, event, { topic: topics[at] ?? '', product })
  }
  return state
}

function follow(state: Replayed, event: Event, { topic, product }: { topic: string; product: string }): void {
  const { kind = '', amount = 0, dailyLossCents = 0 } = event
  if (topic === 'suspension.changed') state.onBreak = true
  if (topic === 'break.begun') {
    if (kind === 'block') state.blocked.add(event.product ?? '')
    else state.onBreak = true
  }
  // A looser one waits for a day.
  if (topic === 'limit.changed') tighten(state, 'loss', dailyLossCents)
  if (topic === 'limit.decided') tighten(state, kind, amount)
  if (topic === 'balance.changed') stake(state, product, event.cashCents ?? 0)
}

const tighten = ({ limits }: Replayed, kind: string, amount: number) =>
  limits.set(kind, Math.min(amount, limits.get(kind) ?? amount))

function stake(state: Replayed, product: string, cashCents: number): void {
  const stakeCents = state.cashCents - cashCents
  state.cashCents = cashCents
  if (stakeCents <= 0) return // the player's initial money
  state.stakedCents += stakeCents
  state.bets += 1
  const { stakedCents, bets, limits, passed } = state
  const what = `${stakeCents} on ${product}, as stake ${bets} and ${stakedCents} in all`
  if (state.onBreak) passed.push(`${what}: on a break`)
  if (state.blocked.has(product)) passed.push(`${what}: blocked`)
  for (const [kind, used] of Object.entries({ loss: stakedCents, stake: stakedCents, bets })) {
    const limit = limits.get(kind) ?? used
    if (used > limit) passed.push(`${what}: ${used} of ${kind} ${limit}`)
  }
}

const ordered = async (playerId: number) => {
  const [row] = await harness.deps.db<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from cashier_order where player_id = ${playerId}`
  return row?.cents ?? 0
}

const { seed } = fc.readConfigureGlobal()

test(`no two commands at once on two servers exceed a limit or a break (PROPERTY_SEED=${seed})`, async () => {
  const answers = new Map<string, number>()
  const count = (code: string | undefined) => answers.set(code ?? '', (answers.get(code ?? '') ?? 0) + 1)
  let placed = 0
  await fc.assert(
    fc.asyncProperty(pairs, async (all) => {
      const [one, other] = [present(servers[0], 'a server'), present(servers[1], 'a server')]
      await inTurn(all, 4, async ({ before, first, second }) => {
        const own = await player()
        for (const limit of before) await one(own, { ...first, kind: 'limit', limit })
        for (const code of await Promise.all([one(own, first), other(own, second)])) count(code)
        // Both are answered: they apply to everything after.
        const open = await ordered(own.playerId)
        // A different amount: an equal request would return the open order.
        const more = { ...second, kind: 'topUp' as const, cents: second.cents + 1_000 }
        const late = await other(own, more)
        for (const kind of stakes) count(await one(own, { ...second, kind }))
        const { passed, bets, limits, onBreak } = await replay(own.playerId)
        placed += bets
        expect({ first, second, before, passed }).toMatchObject({ passed: [] })
        const isPast = onBreak || (limits.get('deposit') ?? Infinity) < open + more.cents * 10
        expect({ first, second, before, late: isPast && late === 'taken' }).toMatchObject({ late: false })
        const setBefore = before.filter(({ kind }) => kind === 'deposit').map(amountOf)
        expect(open).toBeLessThanOrEqual(Math.min(...setBefore, Infinity))
      })
    }),
    { numRuns: 1, endOnFailure: true },
  )
  expect(await verifyAll(harness.deps.db)).toEqual([])
  // The run was meaningful: stakes were accepted, and refused by every kind of break and limit.
  expect(placed).toBeGreaterThan(50)
  const ofBreaks = ['on_time_out', 'self_excluded', 'product_blocked', 'account_suspended', 'player_blocked']
  const ofLimits = [
    'daily_loss_limit',
    'loss_limit',
    'stake_limit',
    'bet_count_limit',
    'deposit_limit',
    'limit_reached',
  ]
  expect([...answers.keys()]).toEqual(expect.arrayContaining([...ofBreaks, ...ofLimits, 'taken']))
})
