import type { Sport } from '@palpite/odds'
import type { OwnDeps } from '../test/fleeting-databases.ts'
import { list, number, object, text, verdict, type Check, type Json } from './case.ts'
import { type Exchange, kindOf, openExchange } from './feed-exchange.ts'
import { fixtureOf, type UofCase } from './feed-fixture.ts'
import { compareWorld, rowOf } from './feed-expectation.ts'
import { type CaseMarket, marketOf, NotKnown, priceMilliOf } from './feed-market.ts'
import * as uof from './feed-uof.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'
import { plainWord } from './settlement-results.ts'
import { sportNamed } from './settlement-sports.ts'

/** Plays each case of a file over a database of its own, created by `open`. */
export async function checkFeed(file: unknown, open: () => Promise<OwnDeps>): Promise<Check[]> {
  const cases = Array.isArray(file) ? list(file) : list(object(file)['cases'])
  const checks: Check[] = []
  for (const [at, one] of cases.entries()) checks.push(await checkCase(object(one), at, open))
  return checks
}

async function checkCase(one: Json, at: number, open: () => Promise<OwnDeps>): Promise<Check> {
  const id = text(one['name']) ?? `case ${at + 1}`
  const feed = text(one['feed']) ?? 'uof'
  if (feed !== 'uof' && feed !== 'betfair') return { verdict: 'skipped', id, what: `feed ${feed}` }
  const sport = sportNamed(one['sport'])
  if (!sport) return { verdict: 'skipped', id, what: `sport ${String(text(one['sport']))}` }
  const world = openFeedWorld(await open(), feed)
  try {
    return await playCase(world, { id, sport, one })
  } catch (error) {
    if (error instanceof NotKnown) return { verdict: 'skipped', id, what: error.message }
    return { verdict: 'failed', id, why: error instanceof Error ? error.message : String(error) }
  } finally {
    await world.close()
  }
}

/** The state of a running case: the names so far. */
type Playing = {
  readonly world: FeedWorld
  readonly sport: Sport
  readonly participants: readonly string[]
  readonly exchange: Exchange | undefined
  readonly markets: CaseMarket[]
  /** What a rollback without a name takes back. */
  taken: 'bet_cancel' | 'bet_settlement'
  readonly shift: uof.Shift
  /** The exchange's word for the market that the case is about. */
  readonly kind: string | undefined
  readonly wrongs: string[]
}

async function playCase(
  world: FeedWorld,
  { id, sport, one }: { id: string; sport: Sport; one: Json },
): Promise<Check> {
  const participants = list(one['participants']).map((name) => text(name) ?? text(object(name)['name']) ?? '')
  const named = participants.length > 0 ? participants : ['Alfa', 'Bravo']
  const exchange = world.feed === 'betfair' ? openExchange(sport, named) : undefined
  const playing: Playing = {
    world,
    sport,
    participants: named,
    exchange,
    markets: [],
    taken: 'bet_settlement',
    shift: {},
    kind: exchange && one['market'] !== undefined ? kindOf(one, '') : undefined,
    wrongs: [],
  }
  if (!exchange)
    await world.receive(fixtureOf(caseOf(playing), { ...formIn(one), ...object(one['fixture']) }))
  for (const [at, step] of list(one['steps']).entries()) await playStep(playing, object(step), at + 1)
  const compared = await compareWorld(
    world,
    {
      sport,
      participants: named,
      markets: playing.markets,
      runnerNamed: exchange?.runnerNamed ?? ((written) => written),
    },
    object(one['expect']),
  )
  const findings = await world.findings()
  return verdict(id, allOf([...playing.wrongs, ...compared.wrongs, ...findings]), compared.unread)
}

/** The match format given by a case besides its fixture. */
const formIn = ({ bestOf, best_of: written, matchTieBreak }: Json): Json => ({
  ...(bestOf === undefined && written === undefined ? {} : { bestOf: bestOf ?? written }),
  ...(matchTieBreak === undefined ? {} : { matchTieBreak }),
})

/** Everything that differs, in one line. */
const allOf = (wrongs: readonly string[]): (string | undefined)[] => [
  wrongs.length === 0 ? undefined : wrongs.join('; '),
]

const caseOf = ({ sport, participants, markets }: Playing): UofCase => ({
  sport,
  participants,
  last: markets.at(-1),
})

/** The kinds of steps by their distinguishing field, in order of precedence. */
const STEPS: readonly (readonly [
  field: string,
  play: (playing: Playing, step: Json, at: number) => Promise<void>,
])[] = [
  ['bet', placeBet],
  ['lines', playLines],
  ['raw', playRaw],
  ['stop', async (playing, step) => playing.world.receive(uof.stopOf(sentOf(playing, step), step))],
  ['cancel', playCancel],
  ['rollback', playRollback],
  ['markets', playMarkets],
  ['market', playMarkets],
  ['results', playMarkets],
  ['status', playStatus],
  [
    'fixture',
    async (playing, step) => playing.world.receive(fixtureOf(caseOf(playing), object(step['fixture']))),
  ],
  [
    'fixtureChange',
    async (playing, step) => playing.world.receive(uof.changeOf(sentOf(playing, step), step)),
  ],
  ['alive', async (playing, step) => playing.world.receive(uof.signOf(sentOf(playing, step), step))],
  ['snapshot', async (playing, step) => playing.world.receive(uof.signOf(sentOf(playing, step), step))],
  ['runners', playLines],
  ['settle', async ({ world }) => world.settle()],
]

async function playStep(playing: Playing, step: Json, at: number): Promise<void> {
  const found = STEPS.find(([field]) => step[field] !== undefined)
  if (!found) throw new NotKnown(`step ${at} with ${Object.keys(step).join(', ') || 'nothing'}`)
  const [field, play] = found
  await play(playing, step, at)
  if (step['settle'] === true && field !== 'settle') await playing.world.settle()
}

const LIVE = 1

/** Producers of the feed by the cases' names for them. */
const PRODUCERS: Readonly<Record<string, number>> = {
  live: LIVE,
  liveodds: LIVE,
  pre: 3,
  prematch: 3,
  pre_match: 3,
}

const sentOf = ({ world }: Playing, step: Json): uof.Sent => {
  const producer = step['producer'] ?? step['product'] ?? LIVE
  const named = number(producer) ?? PRODUCERS[plainWord(producer)]
  if (named === undefined) throw new NotKnown(`producer ${String(text(producer))}`)
  return { at: world.now() - (number(step['agoMs']) ?? 0), producer: named }
}

/** The market named by a step; stored as the one named last. */
function name(playing: Playing, step: Json): CaseMarket {
  const market = uof.stepMarket(caseOf(playing), step)
  playing.markets.push(market)
  return market
}

/** A message with markets: results if it has any, prices otherwise; may include the match state. */
async function playMarkets(playing: Playing, step: Json): Promise<void> {
  const steps = list(step['markets']).length > 0 ? list(step['markets']).map(object) : [step]
  const one = caseOf(playing)
  const sent = sentOf(playing, step)
  const isResult = step['certainty'] !== undefined || steps.some(({ results }) => results !== undefined)
  if (isResult) {
    const reported = steps.map((each) => ({ certainty: step['certainty'], ...each }))
    await playing.world.receive(uof.settlementOf(one, sent, reported))
    playing.taken = 'bet_settlement'
  } else {
    const status = [step['event'], step['status']].find((said) => typeof said === 'object' && said !== null)
    await playing.world.receive(uof.oddsOf(one, sent, steps, status && object(status)))
  }
  for (const each of steps) name(playing, each)
}

async function playStatus(playing: Playing, step: Json): Promise<void> {
  await playing.world.receive(uof.statusOf(sentOf(playing, step), object(step['status'])))
}

/** Of a cancel or a rollback: `true`, the name of a market, or an object with more fields. */
function aboutOf(step: Json, field: string): Json {
  const said = step[field]
  if (typeof said === 'object' && said !== null) return { ...step, ...object(said) }
  const market = text(said)
  const isMarket = market !== undefined && !KINDS_BACK[market]
  return isMarket ? { ...step, market } : step
}

async function playCancel(playing: Playing, step: Json): Promise<void> {
  const about = aboutOf(step, 'cancel')
  const sent = sentOf(playing, step)
  await playing.world.receive(uof.rollbackOf(caseOf(playing), sent, { kind: 'bet_cancel', step: about }))
  playing.taken = 'bet_cancel'
}

const KINDS_BACK: Readonly<Record<string, 'rollback_bet_cancel' | 'rollback_bet_settlement'>> = {
  cancel: 'rollback_bet_cancel',
  bet_cancel: 'rollback_bet_cancel',
  rollback_bet_cancel: 'rollback_bet_cancel',
  settlement: 'rollback_bet_settlement',
  settle: 'rollback_bet_settlement',
  bet_settlement: 'rollback_bet_settlement',
  rollback_bet_settlement: 'rollback_bet_settlement',
}

async function playRollback(playing: Playing, step: Json): Promise<void> {
  const about = aboutOf(step, 'rollback')
  const said = text(step['rollback']) ?? text(about['of'] ?? about['kind']) ?? ''
  const kind = KINDS_BACK[said] ?? KINDS_BACK[playing.taken] ?? 'rollback_bet_settlement'
  await playing.world.receive(uof.rollbackOf(caseOf(playing), sentOf(playing, step), { kind, step: about }))
}

async function playRaw(playing: Playing, step: Json): Promise<void> {
  const sent = sentOf(playing, step)
  const { exchange, world, sport } = playing
  if (exchange) return world.receive(exchange.read(step['raw'], sent.at, OF_SPORT[sport] ?? 'MATCH_ODDS'))
  await world.receive(uof.rawOf(text(step['raw']) ?? '', sent, playing.shift))
}

const OF_SPORT: Readonly<Partial<Record<Sport, string>>> = { racing: 'WIN' }

/** Messages of the stream, one after the other; a step with runners alone is one such message. */
async function playLines(playing: Playing, step: Json): Promise<void> {
  const { exchange, world, sport } = playing
  if (!exchange) throw new NotKnown('lines of a stream in a feed of messages')
  const kind = kindOf(step, playing.kind ?? OF_SPORT[sport] ?? 'MATCH_ODDS')
  const { lines: reported, market: _market, agoMs: _agoMs, settle: _settle, ...shared } = step
  const lines = Array.isArray(reported) ? list(reported) : [reported ?? {}]
  for (const written of lines) {
    // A step's other fields apply to each of its lines.
    const line =
      Object.keys(object(written)).length > 0 || reported === undefined
        ? { ...shared, ...object(written) }
        : written
    const at = world.now() - (number(step['agoMs']) ?? 0) - (number(object(line)['agoMs']) ?? 0)
    await world.receive(exchange.read(line, at, kind))
  }
  const named = text(step['market'])
  if (named !== undefined) playing.markets.push(marketOf(sport, named, step))
}

/** A bet on an outcome of the market named last, or of the one that it names itself. */
async function placeBet(playing: Playing, step: Json, at: number): Promise<void> {
  const { world, sport, participants, exchange, markets } = playing
  const on = text(step['on'] ?? step['market'])
  const first = exchange ? marketOf(sport, sport === 'racing' ? 'racing.win' : 'winner', {}) : undefined
  const market = on === undefined ? (markets.at(-1) ?? first) : marketOf(sport, on, step)
  if (!market) throw new NotKnown('a bet before any market was named')
  const row = rowOf(
    await world.outcomes(),
    { participants, runnerNamed: exchange?.runnerNamed ?? ((written) => written) },
    {
      market,
      outcome: text(step['outcome']) ?? '',
      hasLine: on === undefined || step['line'] !== undefined,
    },
  )
  const price = priceMilliOf(step['price'])
  const player = text(step['bet'] ?? step['player']) ?? ''
  const got = row
    ? await world.place(player, {
        outcomeId: row.outcomeId,
        stakeCents: number(step['stakeCents']) ?? 1000,
        priceMilli: price ?? row.priceMilli,
        accept: price === undefined ? 'any' : 'exact',
      })
    : 'market_closed'
  const { refused = false } = step
  const wanted = refused === false ? 'placed' : refused
  const isAsWanted = wanted === true ? got !== 'placed' : got === wanted
  if (!isAsWanted)
    playing.wrongs.push(
      `step ${at}, bet of ${player}: expected ${wanted === true ? 'a refusal' : (text(wanted) ?? 'placed')}, got ${got}`,
    )
}
