import { present, assert } from '../../platform/errors.ts'
import { openIntake } from '../intake/open-intake.ts'
import { readUofFixtureIncoming, readUofIncoming } from '../uof/read-incoming.ts'
import {
  type Harness,
  openHarness,
  codeOf,
  requestFor,
  openBettors,
} from '../../sportsbook/testing/harness.ts'
import { marketType, type Period, type Sport } from '@palpite/odds'
import { readWaitingFixtures } from '../../sportsbook/index.ts'

const SPORTS = { football: 'sr:sport:1', tennis: 'sr:sport:5', baseball: 'sr:sport:3' } as const

let events = 0
let milliseconds = 0

/** Each message is a millisecond later than the previous. */
const nextInstant = (): number => Date.now() + (milliseconds += 1)

/** The attributes of every message about an event. */
export const eventAttributes = (id: string, { at = nextInstant(), product = 1 } = {}): string =>
  `product="${product}" event_id="${id}" timestamp="${at}"`

/** A market of the feed with its prices by the feed's outcome ids. */
export const uofMarket = (
  id: number,
  prices: Readonly<Record<string, string>>,
  { specifiers = '', status = 1 } = {},
): string =>
  `<market id="${id}" ${specifiers && `specifiers="${specifiers}"`} status="${status}">${Object.entries(
    prices,
  )
    .map(([outcome, odds]) => `<outcome id="${outcome}" odds="${odds}" active="1"/>`)
    .join('')}</market>`

/** A match that starts in an hour, and bets on it: messages go through the intake as they arrive. */
export function openUof(harness: Harness) {
  const { db } = harness.deps
  const intake = openIntake(harness.deps, { feed: 'uof', share: 1 })
  const receive = async (readings: Parameters<typeof intake.receive>[0]): Promise<void> => {
    await intake.receive(readings)
    await intake.drained()
  }
  const receiveText = (text: string): Promise<void> => receive(readUofIncoming(text))
  return {
    receive,
    receiveText,
    stop: () => intake.stop(),
    newEvent: async (sport: keyof typeof SPORTS = 'football'): Promise<string> => {
      const id = `sr:match:${7_000_000 + (events += 1)}`
      const startsAt = new Date(Date.now() + 3_600_000).toISOString()
      await receive(
        readUofFixtureIncoming(
          `<fixtures_fixture><fixture id="${id}" start_time="${startsAt}">
             <tournament id="sr:tournament:1" name="Liga"><sport id="${SPORTS[sport]}" name="Sport"/></tournament>
             <competitors><competitor id="sr:competitor:1" name="Alfa ${events}" qualifier="home"/>
             <competitor id="sr:competitor:2" name="Bravo ${events}" qualifier="away"/></competitors></fixture></fixtures_fixture>`,
        ),
      )
      return id
    },
    /** Prices for some markets of an event. */
    odds: (id: string, markets: string, sent: { at?: number; product?: number } = {}) =>
      receiveText(`<odds_change ${eventAttributes(id, sent)}><odds>${markets}</odds></odds_change>`),
    /** A bet of R$ 10 by a player with R$ 100; returns its result. */
    placeOn: async (id: string, type: string, code: string) => {
      const [outcome] = await db<{ id: number }[]>`
        select outcome.id
          from sportsbook_outcome outcome
          join sportsbook_market market on market.id = outcome.market_id
          join sportsbook_fixture fixture on fixture.id = market.fixture_id
         where fixture.feed = 'uof' and fixture.feed_key = ${id} and market.type = ${type}
           and outcome.outcome_code = ${code}`
      const playerId = await harness.newPlayer(10_000)
      const request = requestFor(playerId, present(outcome, 'an outcome').id, { accept: 'any' })
      return { playerId, code: codeOf(await harness.sportsbook.placeBet(request)) }
    },
    refusedOf: async (id: string): Promise<string[]> => {
      const rows = await db<{ reason: string }[]>`
        select reason from sportsbook_feed_refused where feed_key = ${id} order by id`
      return rows.map(({ reason }) => reason)
    },
  }
}

const SPORT_IDS: Readonly<Partial<Record<Sport, number>>> = {
  football: 1,
  basketball: 2,
  baseball: 3,
  tennis: 5,
  american_football: 16,
  snooker: 19,
  table_tennis: 20,
  volleyball: 23,
  badminton: 31,
}

type Named = { type: string; period: Period; line: number | undefined }
type Bet = { market: string; code: string; playerId: number; betId: number }

/** The balance of a player with R$ 100 after a bet of R$ 10 at 2.00. */
const WORDS: Readonly<Record<number, string>> = { 11_000: 'won', 10_000: 'void', 9000: 'lost' }

export type UofMatches = Awaited<ReturnType<typeof openUofMatches>>

/**
 * Matches of a Unified Odds Feed, with bets on all their outcomes. Markets are written "basketball.total quarter2
 * 40.5", a status "95 1-0 8:6-4 9:2-3": its code, the score (or "-"), and the parts by code.
 */
export async function openUofMatches() {
  const harness = await openHarness()
  const bettors = openBettors(harness)
  const intake = openIntake(harness.deps, { feed: 'uof', share: 1 })
  let matches = 0
  let milliseconds = 0
  /** Each message is a millisecond later than the previous. */
  const now = () => Date.now() + (milliseconds += 1)

  const receiveText = async (text: string): Promise<void> => {
    await intake.receive(readUofIncoming(text))
    await intake.drained()
  }
  const say = (id: string, inside: string) =>
    receiveText(`<odds_change product="1" event_id="${id}" timestamp="${now()}">${inside}</odds_change>`)

  /** Sends the fixture as the feed's fixture endpoint returns it. */
  const report = async (id: string, sport: Sport, { start, form = {} }: Reported): Promise<void> => {
    const infos = Object.entries(form).map(([key, value]) => `<info key="${key}" value="${value}"/>`)
    await intake.receive(
      readUofFixtureIncoming(
        `<fixtures_fixture><fixture id="${id}" ${start}>
           <tournament id="sr:tournament:1" name="Copa ${sport}"><sport id="sr:sport:${SPORT_IDS[sport]}" name="${sport}"/></tournament>
           <competitors><competitor id="1" name="Alfa ${id}" qualifier="home"/>
           <competitor id="2" name="Bravo ${id}" qualifier="away"/></competitors>
           <extra_info>${infos.join('')}</extra_info></fixture></fixtures_fixture>`,
      ),
    )
    await intake.drained()
  }
  /** A match that starts in an hour. */
  const newMatch = async (sport: Sport, form: Form = {}): Promise<string> => {
    const id = `sr:match:${(matches += 1)}`
    const start = `start_time="${new Date(Date.now() + 3_600_000).toISOString()}"`
    await report(id, sport, { start, form })
    return id
  }

  /** A player with R$ 100 and R$ 10 at 2.00 on each outcome of each of these markets. */
  const betOnAll = async (id: string, markets: readonly string[]): Promise<Bet[]> => {
    await say(id, `<odds>${markets.map(marketXml).join('')}</odds>`)
    const bets: Bet[] = []
    for (const market of markets) {
      const { type, period, line } = named(market)
      const rows = await harness.deps.db<{ code: string; id: number }[]>`
        select outcome.outcome_code as code, outcome.id
          from sportsbook_outcome outcome
          join sportsbook_market market on market.id = outcome.market_id
          join sportsbook_fixture fixture on fixture.id = market.fixture_id
         where fixture.feed_key = ${id} and market.type = ${type} and market.period = ${period}
           and market.line_quarters is not distinct from ${line === undefined ? null : line * 4}
         order by outcome.id`
      for (const { code, id: outcomeId } of rows) {
        const playerId = await harness.newPlayer(10_000)
        bets.push({ market, code, playerId, betId: await bettors.placed(playerId, outcomeId) })
      }
    }
    return bets
  }

  /** The results of the bets by their money, market by market in outcome order; open while still at stake. */
  const became = async (bets: readonly Bet[]): Promise<Record<string, string>> => {
    await harness.sportsbook.settle()
    assert((await harness.verify()).length === 0, 'the ledger holds')
    const words = new Map<string, string[]>()
    for (const { market, playerId, betId } of bets) {
      const cents = await harness.cash(playerId)
      const isOpen = (await bettors.betState(betId))?.status === 'open'
      words.set(market, [...(words.get(market) ?? []), isOpen ? 'open' : (WORDS[cents] ?? String(cents))])
    }
    return Object.fromEntries([...words].map(([market, all]) => [market, all.join(' ')]))
  }

  return {
    ...harness,
    receiveText,
    now,
    report,
    newMatch,
    betOnAll,
    became,
    /** Sends the status of a closed match, unless another event status is given. */
    status: (id: string, said: string, eventStatus = CLOSED) => say(id, statusXml(said, eventStatus)),
    /** Bets on all outcomes of these markets, then sends the final status. */
    played: async (sport: Sport, markets: readonly string[], said: string, form: Form = {}) => {
      const id = await newMatch(sport, form)
      const bets = await betOnAll(id, markets)
      await say(id, statusXml(said, CLOSED))
      return { id, bets, results: await became(bets) }
    },
    /** Why the match waits for a result, if it does. */
    reasonOf: async (id: string) =>
      (await readWaitingFixtures(harness.deps.db)).find(({ feedKey }) => feedKey === id)?.reason,
    close: async () => {
      await intake.stop()
      await harness.close()
    },
  }
}

type Form = Readonly<Record<string, number>>
type Reported = { start: string; form?: Form }

const CLOSED = 4

function named(market: string): Named {
  const [type = '', ...rest] = market.split(' ')
  const { periods } = present(marketType(type), type)
  const [first = 'full'] = Object.keys(periods) as Period[]
  const line = rest.find((word) => /^-?[\d.]+$/.test(word))
  const period = rest.find((word) => word !== line) as Period | undefined
  return { type, period: period ?? first, line: line === undefined ? undefined : Number(line) }
}

function marketXml(market: string): string {
  const { type, period, line } = named(market)
  const { periods, uofOutcomes = [] } = present(marketType(type), type)
  const number = /^(quarter|set|inning)(\d)$/.exec(period)
  const specifiers = [
    ...(number ? [`${number[1]}nr=${number[2]}`] : []),
    ...(line === undefined ? [] : [`total=${line}`]),
  ].join('|')
  const outcomes = uofOutcomes.map((id) => `<outcome id="${id}" odds="2.0" active="1"/>`).join('')
  return `<market id="${present(periods[period], market)}" specifiers="${specifiers}" status="1">${outcomes}</market>`
}

function statusXml(said: string, eventStatus: number): string {
  const [code = '', score = '-', ...parts] = said.split(' ')
  const scoreOf = (text: string) => {
    const [home, away] = text.split('-')
    return text === '-' ? '' : `home_score="${home}" away_score="${away}"`
  }
  const listed = parts.map((part, at) => {
    const [of, points = ''] = part.split(':')
    return `<period_score match_status_code="${of}" number="${at + 1}" ${scoreOf(points)}/>`
  })
  return `<sport_event_status status="${eventStatus}" match_status="${code}" ${scoreOf(score)}><period_scores>${listed.join('')}</period_scores></sport_event_status>`
}
