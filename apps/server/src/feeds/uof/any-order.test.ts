import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SPORTS } from '@palpite/odds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedMessage } from '../../sportsbook/index.ts'
import { readUofFixture } from './read-incoming.ts'
import { readUofMessage } from './read-message.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { translateUof } from './translate.ts'

const FOLDER = new URL('../../../../../../shared/feeds/uof-minus5/', import.meta.url)
const isThere = existsSync(FOLDER)
const recorded = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8').trim()

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Serialises the message with the children of each element in the order of the drawn keys. */
function shuffled({ name, attributes, children }: XmlElement, key: () => number): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
  const inside = children
    .map((child) => ({ place: key(), text: shuffled(child, key) }))
    .toSorted((one, other) => one.place - other.place)
  return `<${name}${written.join('')}>${inside.map(({ text }) => text).join('')}</${name}>`
}

const sorted = <Item>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

/** The written rows of a message, with unordered lists sorted. Score and parts keep their order. */
function rowsOf(message: FeedMessage): unknown {
  if (message.kind !== 'markets' && message.kind !== 'settlement')
    return 'markets' in message ? { ...message, markets: sorted<unknown>(message.markets) } : message
  const markets = [...message.markets].map((one) => ({ ...one, outcomes: sorted<unknown>(one.outcomes) }))
  return { ...message, markets: sorted(markets) }
}

/** The rows of a message in every sport, or its refusal. */
function readAll(text: string): unknown {
  const read = readUofMessage(text)
  if (!read.ok) return read.refusal.reason
  const message = read.value
  if (message.kind === 'alive' || message.kind === 'snapshot_complete') return message
  return SPORTS.map((sport) => {
    const { messages, left } = translateUof(message, sport)
    return { messages: messages.map(rowsOf), left: sorted(left.map(({ reason }) => reason)) }
  })
}

/** Sort keys, drawn for each message. */
const keys = fc.array(fc.nat(1000), { minLength: 50, maxLength: 50 })
const drawnFrom = (drawn: readonly number[]) => {
  let at = 0
  return () => drawn[(at += 1) % drawn.length] ?? 0
}

const QUARTERS = [
  [13, 20, 18],
  [14, 10, 22],
  [15, 25, 15],
  [16, 20, 25],
] as const
const finished = `<odds_change product="1" event_id="sr:match:1" timestamp="1"><sport_event_status status="4"
  match_status="100" home_score="75" away_score="80"><period_scores>${QUARTERS.map(
    ([code, home, away], at) =>
      `<period_score match_status_code="${code}" number="${at + 1}" home_score="${home}" away_score="${away}"/>`,
  ).join('')}</period_scores></sport_event_status></odds_change>`

test('quarters in any order give the same quarters', () => {
  fc.assert(
    fc.property(keys, (drawn) => {
      expect(readAll(shuffled(readXml(finished), drawnFrom(drawn)))).toEqual(readAll(finished))
    }),
  )
  expect(JSON.stringify(readAll(finished))).toContain('"periods":[[20,18],[10,22],[25,15],[20,25]]')
})

test('two sides without a home qualifier are refused', () => {
  const competitors = (one: string, other: string) =>
    `<fixtures_fixture><fixture id="sr:match:1" start_time="2036-05-04T18:00:00Z"><tournament name="Copa"><sport id="sr:sport:1"/></tournament>
       <competitors><competitor id="1" name="Alfa" ${one}/><competitor id="2" name="Bravo" ${other}/></competitors></fixture></fixtures_fixture>`
  expect(readUofFixture(competitors('', ''))).toMatchObject({ refusal: { reason: 'field_missing' } })
  expect(readUofFixture(competitors('qualifier="away"', 'qualifier="home"'))).toMatchObject({
    value: { competitors: [{ name: 'Bravo' }, { name: 'Alfa' }] },
  })
})

// Skipped if the recordings are not beside the checkout.
describe.runIf(isThere)('every list of every recorded message', () => {
  const texts = isThere
    ? [
        ...recorded('embedded-messages.xmlseq').split(/\n\s*\n/),
        ...readdirSync(FOLDER)
          .filter((name) => /^(bet_|odds_|rollback_).*xml$/.test(name))
          .map(recorded),
      ].map((text) => text.trim())
    : []
  const readable = texts.filter((text) => text !== '' && readUofMessage(text).ok)

  test('gives the same in any order', () => {
    expect(readable.length).toBeGreaterThan(15)
    for (const text of readable) {
      const expected = readAll(text)
      const message = readXml(text)
      fc.assert(
        fc.property(keys, (drawn) => {
          expect(readAll(shuffled(message, drawnFrom(drawn)))).toEqual(expected)
        }),
        { numRuns: 5 },
      )
    }
  })

  test('takes home and away from their qualifiers, in any position', () => {
    for (const name of [0, 1, 2].map((number) => `fixture-${number}.xml`)) {
      const expected = readUofFixture(recorded(name))
      fc.assert(
        fc.property(keys, (drawn) => {
          expect(readUofFixture(shuffled(readXml(recorded(name)), drawnFrom(drawn)))).toEqual(expected)
        }),
        { numRuns: 20 },
      )
    }
  })
})
