import { present } from '../../platform/assert.ts'
import { openIntake } from '../intake/open-intake.ts'
import { readUofFixtureIncoming, readUofIncoming } from '../uof/read-incoming.ts'
import { type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'

const SPORTS = { football: 'sr:sport:1', tennis: 'sr:sport:5', baseball: 'sr:sport:3' } as const

let events = 0
let milliseconds = 0

/** Each message of the feed a millisecond after the one before. */
const nextInstant = (): number => Date.now() + (milliseconds += 1)

/** What every message about an event says of itself. */
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

/** A match that begins in an hour, told by the feed, and bets on it: messages go through the intake as they come. */
export function openUof(harness: Harness) {
  const { db } = harness.deps
  const intake = openIntake(harness.deps, { feed: 'uof', share: 1 })
  const receive = async (readings: Parameters<typeof intake.receive>[0]): Promise<void> => {
    await intake.receive(readings)
    await intake.drained()
  }
  const hear = (text: string): Promise<void> => receive(readUofIncoming(text))
  return {
    receive,
    hear,
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
    /** Prices of some markets of an event. */
    odds: (id: string, markets: string, sent: { at?: number; product?: number } = {}) =>
      hear(`<odds_change ${eventAttributes(id, sent)}><odds>${markets}</odds></odds_change>`),
    /** A bet of R$ 10 by a player with R$ 100; what became of it. */
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
