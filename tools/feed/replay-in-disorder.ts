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

/** A run's result, compared with the undisturbed one. */
export type Replay = {
  readonly disorder: Disorder
  readonly bets: number
  readonly settled: number
  readonly returnCents: number
  /** Markets with an open bet that the undisturbed run settled. */
  readonly open: readonly string[]
  /** Bets with other money than recorded, and ledger findings: there must be none. */
  readonly wrong: readonly string[]
}

/** Each outcome's bet: its return, or open. */
type Ended = ReadonlyMap<string, number | 'open'>

/**
 * Plays recordings as received, shuffled, and with every tenth message lost, duplicated or cut, each over its own
 * database; returns each run when it ends. Before the first message a bet is placed on each outcome in the recordings:
 * it must end with the same money as in the undisturbed run, or stay open.
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

/** One run: opens and bets on everything, then plays the messages as they arrive, then settles what is decided. */
async function play(
  { deps, close }: OwnDeps,
  world: RecordedWorld,
  arriving: (now: number) => readonly Recorded[],
): Promise<{ ended: Ended; findings: string[] }> {
  const intakes = new Map(FEEDS.map(({ name }) => [name, openIntake(deps, { feed: name, share: 1 })]))
  const receive = async (reported: readonly { feed: Feed; readings: () => Readings; at?: number }[]) => {
    // Each arrives when sent: on a busy machine the last ones would be minutes late, and refused.
    for (const { feed, readings, at = Date.now() } of reported)
      await intakes.get(feed)?.receive(readings(), new Date(at))
    for (const intake of intakes.values()) await intake.drained()
  }
  try {
    const settings = { catalogueAgeMs: 0, betDelayMs: 0 }
    const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config), settings })
    await receive(openingOf(world))
    await betOnAll(deps, sportsbook)
    const read = openReader(world.names)
    await receive(
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

/** Every fixture an hour before its start, with every market open. */
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

/** A message no feed sent, through the same intake. */
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

/** The minimum stake on each outcome, all by one player. */
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

/** Each bet by market and outcome. */
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
 * Bets with other money than in the undisturbed run. If the recording takes a result back, or changes it, a run that
 * missed the last message may end with the earlier one.
 */
const differences = (plain: Ended, ended: Ended, { revised }: RecordedWorld): string[] =>
  [...ended].flatMap(([bet, end]) => {
    const wanted = plain.get(bet)
    if (end === wanted || end === 'open' || revised.has(marketOf(bet))) return []
    return [`${bet}: ${String(end)} cents instead of ${String(wanted)}`]
  })
