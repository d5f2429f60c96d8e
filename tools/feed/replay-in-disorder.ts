import { makeTransfers, verifyLedger } from '../../apps/server/src/ledger/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { FEEDS, openIntake } from '../../apps/server/src/feeds/index.ts'
import {
  type FeedMessage,
  openSportsbook,
  sportsbookClearing,
  verifyLiabilities,
} from '../../apps/server/src/sportsbook/index.ts'
import type { OwnDeps } from '../test/fleeting-databases.ts'
import { type Disorder, DISORDERS, disordered } from './disorders.ts'
import {
  discover,
  type Feed,
  type FixtureMessage,
  type Market,
  marketName,
  openReader,
  type Readings,
  type RecordedWorld,
} from './recorded-world.ts'
import { type Recorded, sentNow } from './recordings.ts'

/** How one run ended, beside the plain one. */
export type Replay = {
  readonly disorder: Disorder
  readonly bets: number
  readonly settled: number
  readonly returnCents: number
  /** Markets with an open bet that the plain run settled. */
  readonly open: readonly string[]
  /** Bets that came to other money than the recording says, and what does not add up: there must be none. */
  readonly wrong: readonly string[]
}

/** What the bet on each outcome came to: what it returned, or that it is open. */
type Ended = ReadonlyMap<string, number | 'open'>

/**
 * Plays recordings as they came, shuffled, and with every tenth message lost, doubled or cut, each over a database of its
 * own; answers each run as it ends. Before the first message a bet stands on each outcome that the recordings speak of: it
 * must end with the same money as in the plain run, or stay open.
 */
export async function* replayInDisorder(
  messages: readonly Recorded[],
  open: () => Promise<OwnDeps>,
  seed: number,
): AsyncGenerator<Replay> {
  const world = discover(messages)
  let plain: Ended | undefined
  for (const disorder of DISORDERS) {
    const arriving = (now: number) => disordered(sentNow(messages, now), disorder, seed)
    const { ended, findings } = await play(await open(), world, arriving)
    plain ??= ended
    const wrong = [...differences(plain, ended, world), ...findings]
    yield { disorder, ...countsOf(plain, ended), wrong }
  }
}

/** One run: everything opened and bet on, then the messages as they arrive, then all settled that is decided. */
async function play(
  { deps, close }: OwnDeps,
  world: RecordedWorld,
  arriving: (now: number) => readonly Recorded[],
): Promise<{ ended: Ended; findings: string[] }> {
  const intakes = new Map(FEEDS.map(({ name }) => [name, openIntake(deps, { feed: name, share: 1 })]))
  const hear = async (told: readonly { feed: Feed; readings: () => Readings; at?: number }[]) => {
    // Each comes when it is sent: on a busy machine the last of a long recording would be minutes late, and refused.
    for (const { feed, readings, at = Date.now() } of told)
      await intakes.get(feed)?.receive(readings(), new Date(at))
    for (const intake of intakes.values()) await intake.drained()
  }
  try {
    const settings = { catalogueAgeMs: 0, betDelayMs: 0 }
    const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config), settings })
    await hear(openingOf(world))
    await betOnAll(deps, sportsbook)
    const read = openReader(world.names)
    await hear(
      arriving(Date.now()).map((message) => ({
        feed: message.feed,
        readings: () => read(message),
        at: message.at,
      })),
    )
    await sportsbook.settle()
    const findings = [
      ...(await verifyLedger(deps.db, sportsbookClearing())),
      ...(await verifyLiabilities(deps.db)),
    ]
    return { ended: await selectEnded(deps), findings: findings.map((finding) => JSON.stringify(finding)) }
  } finally {
    for (const intake of intakes.values()) await intake.stop()
    await close()
  }
}

const HOUR_MS = 3_600_000

/** Every fixture an hour before it begins, and every market of it open. */
function openingOf({ fixtures, opened }: RecordedWorld): { feed: Feed; readings: () => Readings }[] {
  const startsAt = new Date(Date.now() + HOUR_MS)
  return [
    ...fixtures.map(({ feed, message }) => ({
      feed,
      readings: () => own({ ...message, startsAt, participants: allTakingPart(message) }),
    })),
    ...opened.map(({ feed, key, offer, isById }) => {
      const { outcomes, ...market } = offer
      const now = { market, status: 'open' as const, outcomes }
      return {
        feed,
        readings: () => own({ kind: 'markets', key, ...(isById && { isById }), markets: [now] }),
      }
    }),
  ]
}

const allTakingPart = ({ participants }: FixtureMessage) =>
  participants.map((participant) => ({ ...participant, isWithdrawn: false }))

/** A message that no feed sent, through the same intake. */
const own = (message: FeedMessage): Readings => ({
  ok: true,
  value: [
    {
      about: 'fixture',
      key: message.key,
      producer: 'recordings',
      kind: message.kind,
      sentAt: undefined,
      digest: JSON.stringify(message),
      translate: () => ({ ok: true, value: { messages: [message], left: [] } }),
    },
  ],
})

type Deps = OwnDeps['deps']

const PLAYER = 7000
const STAKE_CENTS = 100
const OPENING_CENTS = 100_000_000

/** The least stake on each outcome there is, all by one player. */
async function betOnAll(deps: Deps, sportsbook: ReturnType<typeof openSportsbook>): Promise<void> {
  await makeTransfers(deps, [
    { key: 'opening', from: 'opening', to: { playerId: PLAYER, kind: 'cash' }, cents: OPENING_CENTS },
  ])
  const outcomes = await deps.db<{ id: number; priceMilli: number }[]>`
    select id, price_milli as "priceMilli" from sportsbook_outcome order by id`
  for (const { id, priceMilli } of outcomes) {
    const answer = await sportsbook.placeBet({
      playerId: PLAYER,
      requestId: `request-${String(id).padStart(16, '0')}`,
      unitStakeCents: STAKE_CENTS,
      legs: [{ outcomeId: id, priceMilli, isBanker: false }],
      folds: [1],
      accept: 'any',
    })
    if (!answer.ok) throw new Error(`no bet on outcome ${id}: ${answer.refusal.code}`)
  }
}

/** Each bet by its market and outcome. */
async function selectEnded({ db }: Deps): Promise<Ended> {
  const rows = await db<(Market & { feed: Feed; key: string; code: string; returnCents: number | null })[]>`
    select fixture.feed, fixture.feed_key as key, market.type, market.period, market.line_quarters as "lineQuarters",
           market.side, outcome.outcome_code as code, bet.return_cents as "returnCents"
      from sportsbook_bet bet
      join sportsbook_leg leg on leg.bet_id = bet.id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      join sportsbook_market market on market.id = outcome.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id`
  return new Map(
    rows.map(({ code, returnCents, ...row }) => [
      `${marketName(row.feed, row.key, row)} / ${code}`,
      returnCents ?? 'open',
    ]),
  )
}

const marketOf = (bet: string): string => bet.slice(0, bet.lastIndexOf(' / '))

function countsOf(plain: Ended, ended: Ended): Pick<Replay, 'bets' | 'settled' | 'returnCents' | 'open'> {
  const returns = [...ended.values()].filter((end) => end !== 'open')
  const open = [...ended].filter(([bet, end]) => end === 'open' && plain.get(bet) !== 'open')
  return {
    bets: ended.size,
    settled: returns.length,
    returnCents: returns.reduce((sum, cents) => sum + cents, 0),
    open: [...new Set(open.map(([bet]) => marketOf(bet)))],
  }
}

/**
 * Bets that came to other money than in the plain run. Where the recording takes a result back, or says another one later,
 * a run that never heard the last word may end with the one before it.
 */
const differences = (plain: Ended, ended: Ended, { revised }: RecordedWorld): string[] =>
  [...ended].flatMap(([bet, end]) => {
    const wanted = plain.get(bet)
    if (end === wanted || end === 'open' || revised.has(marketOf(bet))) return []
    return [`${bet}: ${String(end)} cents instead of ${String(wanted)}`]
  })
