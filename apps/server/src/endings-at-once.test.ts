import { placeMines, plainHmac } from '@palpite/games'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableRoundPause } from '../../../tools/test/rounds-at-once.ts'
import { inTurn } from '../../../tools/adversary/in-turn.ts'
import { readDeposited } from './cashier/index.ts'
import { topUpsOf, withdrawalsOf } from './cashier/testing/orders.ts'
import { freshCpf, giveCash, newPlayer } from './cashier/testing/players.ts'
import { openGames } from './games/index.ts'
import { hopeless, launch, openSessionOf, openStudio, requestOf } from './games/testing/harness.ts'
import { readBalances } from './ledger/index.ts'
import { openDb } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { present } from './platform/errors.ts'
import { openMetrics } from './platform/metrics.ts'
import { movedAfterEnd } from './profile/testing/moved-after-end.ts'
import { openProfileHarness } from './profile/testing/profile-harness.ts'
import { GOOD } from './identity/testing/identity-harness.ts'
import { countActivity, openProtection, policyOf, suspendAccounts } from './protection/index.ts'
import { openSportsbook } from './sportsbook/index.ts'
import { addMatch, feedReceiver, nextRequest, requestFor } from './sportsbook/testing/harness.ts'
import { verifyAll } from './verify.ts'
import { grant } from './wagering/testing/grants.ts'

/** Two servers with their own pools on one database. */
let harness: Awaited<ReturnType<typeof openProfileHarness>>
let servers: ReturnType<typeof openPlay>[]
let outcomeId = 0
let closeSecond: () => Promise<void>

beforeAll(async () => {
  harness = await openProfileHarness()
  const { deps } = harness
  const db = openDb({ url: deps.config.DATABASE_URL, connections: 6, onLostConnection: () => undefined })
  closeSecond = () => db.close()
  await disableRoundPause(deps.db)
  await openStudio(harness)
  servers = [deps, { ...deps, db }].map((own) => openPlay({ ...own, metrics: openMetrics() }))
  outcomeId = (await addMatch({ deps, receive: feedReceiver(deps) })).outcomes['home'] ?? 0
})
afterAll(async () => {
  await closeSecond()
  await harness.close()
})

const games = ['round', 'studio', 'autoPlay', 'step'] as const
const stakes = ['bet', ...games] as const
const moves = [...stakes, 'cashOut', 'topUp', 'withdrawal'] as const
type Move = (typeof moves)[number]

/** What is refused from the moment each of these is answered; all other moves are accepted. */
const refusedAfter = {
  timeOut: [...stakes, 'topUp'],
  exclusion: [...stakes, 'topUp'],
  suspension: [...stakes, 'topUp', 'withdrawal'],
  noSports: ['bet'],
  noGames: games,
  timeUsed: stakes,
  closing: moves,
} as const satisfies Record<string, readonly Move[]>
type Ending = keyof typeof refusedAfter
const endings = Object.keys(refusedAfter) as Ending[]

/** An account is closed without money, bets and games: only a bonus is left to stake. */
const movesOfLeaving = ['bet', 'round', 'autoPlay', 'topUp', 'withdrawal'] as const
const movesAfter = (ending: Ending): readonly Move[] => (ending === 'closing' ? movesOfLeaving : moves)
/** An exclusion begins by the command of a time-out, beside which every move is tried. */
const besideSome: Partial<Record<Ending, readonly Move[]>> = {
  closing: movesOfLeaving,
  exclusion: ['bet', 'topUp'],
}
/** What an ending refuses, and a cash-out. */
const movesBeside = (ending: Ending): readonly Move[] =>
  besideSome[ending] ?? [...refusedAfter[ending], 'cashOut']

const amounts = { cents: fc.integer({ min: 100, max: 400 }), isSecondFirst: fc.boolean() }

/** Each ending beside each move that it refuses, on the other server. */
const pairs = fc.tuple(
  ...endings.flatMap((ending) =>
    movesBeside(ending).map((move) =>
      fc.record({ ...amounts, ending: fc.constant(ending), move: fc.constant(move) }),
    ),
  ),
)

/** What a player staked before: two bets of R$ 5, and R$ 1 in a round of mines. */
const STAKED_CENTS = 1_100

/** A cash-out beside each stake, with a loss limit that leaves less than both stakes of the pair. */
const sales = fc.tuple(
  ...stakes
    .filter((move) => move !== 'step')
    .flatMap((move) =>
      (['day', 'week', 'month'] as const).map((period) =>
        fc.record({
          ...amounts,
          move: fc.constant(move),
          period: fc.constant(period),
          leftCents: fc.integer({ min: 0, max: 300 }),
        }),
      ),
    ),
)

type Player = {
  playerId: number
  cpf: string
  session: string
  betIds: number[]
  roundId: number
  tiles: number[]
}

const said = (answer: { ok: true } | { ok: false; refusal: { code: string } } | undefined) =>
  answer?.ok ? 'taken' : answer?.refusal.code

/** A player's moves on one server; each returns `taken` or the refusal. */
function openPlay(deps: Deps) {
  const policy = policyOf(deps.config)
  const sportsbook = openSportsbook(deps, { policy, settings: { catalogueAgeMs: 0 } })
  const small = openGames(deps, { policy })
  const topUp = topUpsOf(deps)
  const withdraw = withdrawalsOf(deps)
  const roundOf = (playerId: number, stakeCents: number) =>
    requestOf(playerId, { stakeCents, choice: hopeless })
  const move = async (player: Player, kind: Move, cents: number): Promise<string | undefined> => {
    const { playerId, session, betIds, roundId, tiles } = player
    switch (kind) {
      case 'bet':
        return said(await sportsbook.placeBet(requestFor(playerId, outcomeId, { stakeCents: cents })))
      case 'round':
        return said((await small.playRounds([roundOf(playerId, cents)]))[0])
      case 'autoPlay': {
        const list = await small.playRounds([1, 2, 3].map(() => roundOf(playerId, cents)))
        return list.some(({ ok }) => ok) ? 'taken' : said(list[0])
      }
      case 'studio': {
        const id = nextRequest()
        const of = { studioId: 'acme', session, roundId: id, transactionId: id }
        const [answer] = await small.applyTransactions([{ ...of, kind: 'debit', cents }])
        return answer?.ok ? 'taken' : answer?.code
      }
      case 'step': {
        const tile = tiles.shift() ?? null
        return said(
          (await small.stepRounds([{ playerId, requestId: nextRequest(), game: 'mines', roundId, tile }]))[0],
        )
      }
      case 'cashOut': {
        const [offer] = await sportsbook.cashOuts.offers(playerId, betIds.splice(0, 1))
        if (!offer) return 'nothing to sell'
        const of = { playerId, requestId: nextRequest(), quoteId: offer.quoteId }
        return said(await sportsbook.cashOuts.accept({ ...of, unitCents: undefined, minShareBps: 0 }))
      }
      case 'topUp':
        return topUp(playerId, cents * 10)
      case 'withdrawal':
        return withdraw(player, 5_000 + cents)
      default:
        return kind satisfies never
    }
  }
  return { deps, sportsbook, small, move, protection: openProtection(deps, { policy, readDeposited }) }
}

type Play = ReturnType<typeof openPlay>

/** A player, and the session of their call; 0 where none is needed. */
type InSession = Player & { sessionId: number }

/** A player with R$ 1,000, two open bets and an open round of mines. */
async function playing({ deps, sportsbook, small }: Play): Promise<InSession> {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 100_000)
  await launch(harness, playerId)
  const session = present(await openSessionOf(harness, playerId), 'a session')
  const mines = { game: 'mines', choice: { mineCount: 1 }, stakeCents: 100 } as const
  const [bets, [round]] = await Promise.all([
    Promise.all(
      [500, 500].map((stakeCents) => sportsbook.placeBet(requestFor(playerId, outcomeId, { stakeCents }))),
    ),
    small.playRounds([requestOf(playerId, mines)]),
  ])
  if (!round?.ok) throw new Error('a round of mines')
  const betIds = bets.map((bet) => {
    if (!bet.ok) throw new Error(bet.refusal.code)
    return Number(bet.value.betId)
  })
  const { id: roundId, serverSeed, clientSeed, nonce } = round.value
  const mined = placeMines(plainHmac, { serverSeed, clientSeed, nonce }, 1)
  const tiles = Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mined.includes(tile))
  const player = { playerId, sessionId: 0, cpf, session, betIds, roundId, tiles }
  // Once a tile is open, the round can be ended: from then on time may refuse a step.
  const [first] = await small.stepRounds([
    { playerId, requestId: nextRequest(), game: 'mines', roundId, tile: tiles.shift() ?? null },
  ])
  expect(said(first)).toBe('taken')
  return player
}

/** A registered player whose only money is a bonus of R$ 20, and their session. */
async function leaving({ deps }: Play): Promise<InSession> {
  const cpf = freshCpf()
  const token = await harness.newPlayer(`leaving-${cpf}@example.com`, { name: 'Ana Souza', cardNo: cpf })
  const { playerId, sessionId } = present(await harness.identity.authenticate(token), 'the session')
  await grant(deps, { playerId, source: 'test', sourceId: 'leaving', mainCents: 0, bonusGrantCents: 2_000 })
  return { playerId, sessionId, cpf, session: '', betIds: [], roundId: 0, tiles: [] }
}

/**
 * Closes the account on one server; the move begins on the other once the password is confirmed and only the locks
 * are left. Returns both answers.
 */
async function closeBeside(
  { deps }: Play,
  { playerId, sessionId }: { playerId: number; sessionId: number },
  move: () => Promise<string | undefined>,
) {
  let moved: Promise<string | undefined> = Promise.resolve('not begun')
  const all = { password: GOOD, code: '', givesUpBonus: true, deletesNow: false, lang: 'pt-BR' } as const
  const closing = harness.closeOn(deps, { ...all, playerId, sessionId }, () => {
    moved = move()
  })
  return [await timed(closing.then(said)), await moved] as const
}

/** What ends play on one server; returns `taken` or the refusal. */
async function end({ deps, protection }: Play, playerId: number, ending: Exclude<Ending, 'closing'>) {
  const all = { playerId, product: null, lang: 'pt-BR' } as const
  const block = { ...all, kind: 'block', length: '7d' } as const
  switch (ending) {
    case 'timeOut':
      return said(await protection.takeBreak({ ...all, kind: 'time_out', length: '24h' }))
    case 'exclusion':
      return said(await protection.takeBreak({ ...all, kind: 'exclusion', length: '3m' }))
    case 'noSports':
      return said(await protection.takeBreak({ ...block, product: 'sports' }))
    case 'noGames':
      return said(await protection.takeBreak({ ...block, product: 'games' }))
    case 'suspension': {
      const request = { playerId, operatorId: 1, reason: 'the same card pays for five accounts' }
      return said((await deps.db.begin((tx) => suspendAccounts(tx, [request])))[0])
    }
    case 'timeUsed':
      // A millisecond is left of the minute; a look at the page uses it up.
      await countActivity(deps.db, [playerId], 60_000)
      return 'taken'
    default:
      return ending satisfies never
  }
}

/** Limits the player's day to one minute, of which all but a millisecond is used. */
async function limitTime({ deps, protection }: Play, playerId: number): Promise<void> {
  await deps.db`
    insert into protection_activity (player_id, day, active_ms, counted_at)
    values (${playerId}, (now() at time zone 'America/Sao_Paulo')::date, 59999, now() - interval '1 hour')`
  expect(said(await protection.setLimit({ playerId, kind: 'time', period: 'day', amount: 1 }))).toBe('taken')
}

/** An ending's answer, and the database's time after it. */
async function timed(ending: Promise<string | undefined>) {
  const ended = await ending
  const [now] = await harness.deps.db<{ at: string }[]>`select clock_timestamp()::text as at`
  return { ended, endedAt: present(now, 'the time').at }
}

/** These endings write an event under the account's locks, as the moves do: it says what came first. */
const endsByEvent = (ending: Ending) => ending !== 'timeUsed' && ending !== 'closing'

type Pair = { ending: Ending; move: Move; cents: number }
/** `beside`: the answer to the move of the pair. */
type Answers = { endedAt: string; beside: string | undefined }

/** What was accepted, or refused, against the rules once play had ended. */
async function faultsAfter(player: Player, { ending, move, cents }: Pair, { endedAt, beside }: Answers) {
  const { playerId } = player
  const refused: readonly Move[] = refusedAfter[ending]
  const faults = refused.includes(move)
    ? await movedAfterEnd(harness.deps.db, { playerId, endedAt, endsByEvent: endsByEvent(ending) })
    : []
  // A bet or an order that came first would have kept the account open.
  const keepsOpen = ending === 'closing' && (move === 'bet' || move === 'topUp')
  if (keepsOpen && beside === 'taken') faults.push(`${move} of a closed account`)
  // Another amount: an equal request would repeat the answer of the first.
  for (const [kind, late] of await allAtOnce(player, movesAfter(ending), cents + 500))
    if ((late === 'taken') === refused.includes(kind)) faults.push(`${kind} afterwards: ${late}`)
  const left = (await readBalances(harness.deps.db, [playerId])).get(playerId)
  if (ending === 'closing' && (left?.cashCents !== 0 || left.bonusCents !== 0))
    faults.push('money in a closed account')
  return faults
}

/** All these moves at once, on both servers in turn. */
const allAtOnce = (player: Player, kinds: readonly Move[], cents: number) =>
  Promise.all(
    kinds.map(async (kind, at) => {
      const { move } = present(servers[at % 2], 'a server')
      return [kind, await move(player, kind, cents)] as const
    }),
  )

const { seed } = fc.readConfigureGlobal()
const inOrder = (isSecondFirst: boolean) => {
  const [one, other] = [present(servers[0], 'a server'), present(servers[1], 'a server')]
  return isSecondFirst ? ([other, one] as const) : ([one, other] as const)
}

test(`whatever ends play is obeyed by every move that is begun after its answer, on any server (PROPERTY_SEED=${seed})`, async () => {
  const besides = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(pairs, async (all) => {
      await inTurn(all, 4, async ({ ending, move, cents, isSecondFirst }) => {
        const pair = { ending, move, cents }
        const [one, other] = inOrder(isSecondFirst)
        const own = ending === 'closing' ? await leaving(one) : await playing(one)
        if (ending === 'timeUsed') await limitTime(one, own.playerId)
        const begin = () => other.move(own, move, cents)
        const [{ ended, endedAt }, beside] =
          ending === 'closing'
            ? await closeBeside(one, own, begin)
            : await Promise.all([timed(end(one, own.playerId, ending)), begin()])
        besides.set(beside ?? '', (besides.get(beside ?? '') ?? 0) + 1)
        // The account stays open where the move came first: what it opened stands in the way.
        const isKeptOpen = ending === 'closing' && beside === 'taken' && ended?.startsWith('closing_')
        const faults = isKeptOpen ? [] : await faultsAfter(own, pair, { endedAt, beside })
        expect({ ...pair, isEnded: isKeptOpen === true || ended === 'taken', faults }).toEqual({
          ...pair,
          isEnded: true,
          faults: [],
        })
      })
    }),
    { numRuns: 1, endOnFailure: true },
  )
  expect(await verifyAll(harness.deps.db)).toEqual([])
  // The run was meaningful: some moves came before what ended play, and some after it.
  expect(besides.get('taken') ?? 0).toBeGreaterThan(10)
})

/** The movements of a player's cash, in the order in which the account was locked. */
const entriesOf = (playerId: number) => harness.deps.db<{ key: string; cents: number; version: number }[]>`
  select entry.transfer_key as key, entry.amount_cents as cents, entry.version
    from ledger_entry entry join ledger_account account on account.id = entry.account_id
   where account.player_id = ${playerId} and account.kind = 'cash'
   order by entry.version`

/** The net loss with each stake after the first ones, in the order of the account's locks. */
async function lossesOf(playerId: number): Promise<number[]> {
  let [lossCents, stakesBefore] = [0, STAKED_CENTS]
  const losses: number[] = []
  for (const { key, cents } of await entriesOf(playerId)) {
    if (key.startsWith('test:')) continue // the player's initial money
    lossCents -= cents
    if (cents >= 0) continue
    if (stakesBefore > 0) stakesBefore += cents
    else losses.push(lossCents)
  }
  return losses
}

test(`a stake beside a cash-out on another server never passes a loss limit (PROPERTY_SEED=${seed})`, async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(sales, async (all) => {
      await inTurn(all, 4, async ({ move, period, leftCents, cents, isSecondFirst }) => {
        const [one, other] = inOrder(isSecondFirst)
        const player = await playing(one)
        const { playerId } = player
        const amount = STAKED_CENTS + leftCents
        expect(said(await one.protection.setLimit({ playerId, kind: 'loss', period, amount }))).toBe('taken')
        const [sold, staked] = await Promise.all([
          one.move(player, 'cashOut', 0),
          other.move(player, move, cents),
        ])
        expect(sold).toBe('taken')
        for (const [, late] of [
          ['', staked] as const,
          ...(await allAtOnce(player, [move, 'bet', 'round'], cents)),
        ])
          seen.set(late ?? '', (seen.get(late ?? '') ?? 0) + 1)
        for (const lossCents of await lossesOf(playerId))
          expect({ move, period, lossCents, isWithin: lossCents <= amount }).toMatchObject({ isWithin: true })
      })
    }),
    { numRuns: 1, endOnFailure: true },
  )
  expect(await verifyAll(harness.deps.db)).toEqual([])
  // The run was meaningful: stakes were accepted, and refused by the limit.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['taken', 'daily_loss_limit', 'loss_limit', 'limit_reached']),
  )
})
