import { rungBelow, type Sport } from '@palpite/odds'
import { list, number, object, text, type Json } from './case.ts'
import {
  type CaseMarket,
  lineQuartersOf,
  marketOf,
  NotKnown,
  outcomeOf,
  priceMilliOf,
} from './feed-market.ts'
import { differsFrom } from './feed-result.ts'
import type { FeedWorld, OutcomeRow } from './feed-world.ts'
import { periodNamed } from './settlement-periods.ts'
import { plainWord, resultNamed } from './settlement-results.ts'

/** The match of the case, the markets its steps named in order, and the names of runners. */
export type Named = {
  readonly sport: Sport
  readonly participants: readonly string[]
  readonly markets: readonly CaseMarket[]
  readonly runnerNamed: (written: string) => string
}

/** How each field of an expectation is compared; it says what differs. */
const COMPARED: Readonly<
  Record<string, (world: FeedWorld, named: Named, expected: unknown) => Promise<string[]>>
> = {
  outcomes: (world, named, expected) =>
    eachOutcome(world, named, { what: 'outcomes', expected }, (row, said) =>
      text(said) === 'void' && row.isCancelled ? undefined : differsFrom(said, row),
    ),
  prices: (world, named, expected) => eachOutcome(world, named, { what: 'prices', expected }, priceDiffers),
  cashCents: async (world, _named, expected) =>
    eachOf(object(expected), async (player, cents) => {
      const got = await world.cashOf(player)
      return got === number(cents) ? [] : [`cashCents ${player}: expected ${String(cents)}, got ${got}`]
    }),
  bets: async (world, _named, expected) =>
    eachOf(object(expected), (player, said) => betsDiffer(world, player, said)),
  alarms: async (world, _named, expected) => {
    const { names, rang } = await world.alarms()
    const wanted = typeof expected === 'string' ? [expected] : list(expected).map((one) => text(one) ?? '')
    if (wanted.length === 0 && rang > 0) return [`alarms: expected none, got ${[...names].join(', ')}`]
    return wanted
      .filter((name) => ![...names].some((one) => one === name || one === plainWord(name)))
      .map((name) => `alarms: ${name} did not ring`)
  },
}

/** What differs from what a case expects, and fields of the expectation that nobody compares. */
export async function compareWorld(
  world: FeedWorld,
  named: Named,
  expect: Json,
): Promise<{ wrongs: string[]; unread: string[] }> {
  const wrongs: string[] = []
  const unread: string[] = []
  for (const [field, expected] of Object.entries(expect)) {
    const compare = Object.hasOwn(COMPARED, field) ? COMPARED[field] : undefined
    if (compare) wrongs.push(...(await compare(world, named, expected)))
    else unread.push(`field ${field} of expect`)
  }
  return { wrongs, unread }
}

const eachOf = async (
  fields: Json,
  compare: (name: string, value: unknown) => Promise<string[]>,
): Promise<string[]> => {
  const wrongs: string[] = []
  for (const [name, value] of Object.entries(fields)) wrongs.push(...(await compare(name, value)))
  return wrongs
}

/** "football.total 2.5 over": "won", or the same with the market's outcomes in an object of their own. */
async function eachOutcome(
  world: FeedWorld,
  named: Named,
  { what, expected }: { what: string; expected: unknown },
  compare: (row: OutcomeRow, said: unknown) => string | undefined,
): Promise<string[]> {
  const rows = await world.outcomes()
  const flat = Object.entries(object(expected)).flatMap(([key, said]): [string, unknown][] =>
    typeof said === 'object' && said !== null && !('result' in said)
      ? Object.entries(said).map(([outcome, one]) => [`${key} ${outcome}`, one])
      : [[key, said]],
  )
  return flat.flatMap(([key, said]) => {
    const row = rowNamed(rows, named, key)
    const wrong = row ? compare(row, said) : isNone(said) ? undefined : 'was never offered'
    return wrong === undefined ? [] : [`${what} ${key}: ${wrong}`]
  })
}

const isNone = (said: unknown): boolean =>
  said === null || ['none', 'closed', 'suspended', 'off'].includes(text(said) ?? '')

function priceDiffers(row: OutcomeRow, said: unknown): string | undefined {
  if (isNone(said)) return row.isOffered ? `expected none, got ${row.priceMilli / 1000}` : undefined
  const milli = priceMilliOf(said)
  const isSame =
    milli !== undefined && (row.priceMilli === milli || row.priceMilli === rungBelow(milli / 1000))
  return isSame ? undefined : `expected ${String(text(said))}, got ${row.priceMilli / 1000}`
}

/** The outcome named by a key: its market, then a period, line or side if any, and the outcome. */
function rowNamed(rows: readonly OutcomeRow[], named: Named, key: string): OutcomeRow | undefined {
  const [first = '', ...words] = key.trim().split(/\s+/)
  const readings = Array.from({ length: words.length }, (_, at) => ({
    fields: words.slice(0, at),
    outcome: words.slice(at).join(' '),
  }))
  // The market's own words may stand behind the outcome too: "football.total over 2.5".
  const behind = Array.from({ length: words.length }, (_, at) => ({
    fields: words.slice(at + 1),
    outcome: words.slice(0, at + 1).join(' '),
  }))
  for (const { fields, outcome } of [...readings, ...behind]) {
    const market = marketWith(named, first, fields)
    const row = market && rowOf(rows, named, { market, outcome, hasLine: market.hasLine })
    if (row) return row
  }
  // A key may be the outcome alone.
  const last = named.markets.at(-1)
  return last && rowOf(rows, named, { market: last, outcome: key, hasLine: true })
}

/** The market of these words, or nothing where they are no market's. */
function marketWith(
  { sport }: Named,
  name: string,
  words: readonly string[],
): (CaseMarket & { hasLine: boolean }) | undefined {
  const fields: Record<string, string> = {}
  for (const word of joined(words, sport)) {
    const [, key, value] = /^([a-z]+)=(.+)$/i.exec(word) ?? []
    if (key !== undefined && value !== undefined) fields[key] = value
    else if (lineQuartersOf(word.replace(/^\((.*)\)$/, '$1')) !== undefined)
      fields['line'] = word.replace(/[()]/g, '')
    else if (['home', 'away'].includes(word)) fields['side'] = word
    else if (periodNamed(plainWord(word), sport) || /^[a-z]+\d+$/.test(word)) fields['period'] = word
    else return undefined
  }
  try {
    return { ...marketOf(sport, name, fields), hasLine: fields['line'] !== undefined }
  } catch (error) {
    if (error instanceof NotKnown) return undefined
    throw error
  }
}

/** "quarter 2" and "1st half" are one word each. */
function joined(words: readonly string[], sport: Sport): string[] {
  const [first, second, ...rest] = words
  if (first === undefined) return []
  const both = plainWord(`${first} ${second ?? ''}`)
  const isOne = !periodNamed(plainWord(first), sport) && periodNamed(both, sport) !== undefined
  return isOne ? [both, ...joined(rest, sport)] : [first, ...joined(words.slice(1), sport)]
}

type Asked = { market: CaseMarket; outcome: string; hasLine: boolean }

/** The row of an outcome; without a line the market of that name that was named last. */
export function rowOf(
  rows: readonly OutcomeRow[],
  { participants, runnerNamed }: Pick<Named, 'participants' | 'runnerNamed'>,
  { market, outcome, hasLine }: Asked,
): OutcomeRow | undefined {
  const ofMarket = rows.filter(
    (row) =>
      row.type === market.type &&
      row.period === market.period &&
      (row.side === market.side || market.side === null) &&
      (row.lineQuarters === market.lineQuarters || !hasLine),
  )
  const runner = runnerNamed(outcome)
  const byRunner = ofMarket.findLast((row) => row.runner !== null && row.runner === runner)
  if (byRunner) return byRunner
  const own = ofMarket.findLast(({ code }) => code === outcome)
  if (own) return own
  try {
    const code = outcomeOf(market, participants.includes(runner) ? runner : outcome, participants)
    return ofMarket.findLast((row) => row.code === code)
  } catch (error) {
    if (error instanceof NotKnown) return undefined
    throw error
  }
}

async function betsDiffer(world: FeedWorld, player: string, said: unknown): Promise<string[]> {
  const bets = await world.betsOf(player)
  const wanted = Array.isArray(said) ? list(said) : bets.map(() => said)
  const isNothing = isNone(said) || text(said) === 'refused'
  if (bets.length === 0) return isNothing ? [] : [`bets ${player}: expected ${String(text(said))}, got none`]
  if (isNothing) return [`bets ${player}: expected none, got ${bets.length}`]
  if (wanted.length !== bets.length) return [`bets ${player}: expected ${wanted.length}, got ${bets.length}`]
  return bets.flatMap((bet, at) => {
    const word = text(wanted[at]) ?? ''
    const isResult =
      bet.status === 'settled' && bet.result !== null && resultNamed(bet.result) === resultNamed(word)
    const isSame = bet.status === word || isResult
    const got = bet.status === 'settled' ? `settled with ${bet.result}` : bet.status
    return isSame ? [] : [`bets ${player}: expected ${word}, got ${got}`]
  })
}
