import {
  checkMarket,
  lineQuarters,
  MARKET_TYPES,
  marketFromFeed,
  marketType,
  type MarketType,
  outcomeFromFeed,
  type Period,
  type Side,
  type Sport,
} from '@palpite/odds'
import { number, text, type Json } from './case.ts'
import { homeLine, readLine } from './settlement-lines.ts'
import { marketNamed } from './settlement-market-names.ts'
import { periodNamed, WHOLE_MATCH } from './settlement-periods.ts'
import { plainWord } from './settlement-results.ts'
import { selectionNamed } from './settlement-selections.ts'
import { sideNamed } from './settlement-sides.ts'
import { sportNamed } from './settlement-sports.ts'

/** An unknown name in a case: the case is skipped by that name. */
export class NotKnown extends Error {}

/** One market as the tables name it; in a race and an outright it has an outcome for each runner. */
export type CaseMarket = {
  readonly type: string
  readonly period: Period
  readonly lineQuarters: number | null
  readonly side: Side | null
}

const FIELD_PARTS = ['set', 'game', 'quarter', 'inning', 'innings', 'frame', 'round', 'half'] as const
const PART_OF: Readonly<Record<string, string>> = { game: 'set', innings: 'inning' }

/** The market that a step or an expectation is about: its name with the period, the line and the side beside it. */
export function marketOf(sport: Sport, written: string, fields: Json): CaseMarket {
  const name = ownName(sport, written)
  const field = fieldMarket(sport, name)
  if (field) return field
  const named = marketNamed(name, sport)
  const period = periodOf(sport, fields) ?? named?.period
  const ids = [name, ...(named?.ids ?? [])].map((id) => id.replace(/^part\./, ''))
  const choice = choose(sport, ids, period?.isWhole === false ? period.periods : undefined)
  if (!choice) throw new NotKnown(`market ${written}${period ? ` of ${period.periods[0]}` : ''}`)
  const side = sideNamed(fields['side'] ?? fields['team']) ?? named?.side
  const line = lineOf(fields['line'] ?? named?.line)
  const market: CaseMarket = {
    ...choice,
    lineQuarters: marketType(choice.type)?.line ? line : null,
    side: marketType(choice.type)?.needsSide ? (side ?? null) : null,
  }
  return market
}

/** "tennis.winner" without its sport. */
function ownName(sport: Sport, written: string): string {
  const at = written.indexOf('.')
  const isOfSport = at > 0 && sportNamed(written.slice(0, at)) === sport
  return isOfSport ? written.slice(at + 1) : written
}

const WIN = 'win winner to_win race_win race_winner match_odds'.split(' ')
const PLACE = 'place placed to_be_placed race_place'.split(' ')

function fieldMarket(sport: Sport, name: string): CaseMarket | undefined {
  const whole = { period: 'full' as const, lineQuarters: null, side: null }
  if (name.startsWith('outright')) return { type: 'outright.winner', ...whole }
  if (sport !== 'racing') return undefined
  const word = plainWord(name)
  if (WIN.includes(word)) return { type: 'racing.win', ...whole }
  return PLACE.includes(word) ? { type: 'racing.place', ...whole } : undefined
}

/** The period that fields name: `period`, or the number of a set, a quarter and the like. */
function periodOf(sport: Sport, fields: Json) {
  const part = FIELD_PARTS.find((name) => fields[name] !== undefined && fields[name] !== null)
  if (part) {
    const period = `${PART_OF[part] ?? part}${String(text(fields[part]))}` as Period
    return { periods: [period], isWhole: false }
  }
  const written = text(fields['period'])
  if (written === undefined) return undefined
  const isOwn = MARKET_TYPES.some((type) => type.sport === sport && Object.hasOwn(type.periods, written))
  if (isOwn) return { periods: [written as Period], isWhole: false }
  const said = periodNamed(plainWord(written), sport) ?? periodNamed(`${written}h`, sport)
  if (!said) throw new NotKnown(`period ${written} of ${sport}`)
  return said
}

function choose(
  sport: Sport,
  ids: readonly string[],
  periods: readonly Period[] | undefined,
): Pick<CaseMarket, 'type' | 'period'> | undefined {
  for (const id of ids) {
    for (const type of [marketType(`${sport}.half_${id}`), marketType(`${sport}.${id}`)]) {
      const offered = type && (Object.keys(type.periods) as Period[])
      const period = periods
        ? periods.find((one) => offered?.includes(one))
        : (WHOLE_MATCH.periods.find((one) => offered?.includes(one)) ?? offered?.[0])
      const isPartOnly = !periods && type?.id.includes('.half_')
      if (type && period && !isPartOnly) return { type: type.id, period }
    }
  }
  return undefined
}

/** Lines are the home side's, as the markets have them. */
function lineOf(written: unknown): number | null {
  if (written === undefined || written === null) return null
  const read = readLine(written)
  if (!read) throw new NotKnown(`line ${String(text(written))}`)
  return homeLine(read, 'home')
}

/** Our outcome of a market of a match, by our own word for it or one that files use. */
export function outcomeOf(market: CaseMarket, written: string, participants: readonly string[]): string {
  const type = marketType(market.type)
  if (!type) throw new NotKnown(`market ${market.type}`)
  if (type.outcomes.includes(written)) return written
  const place = participants.indexOf(written)
  const [code] =
    place >= 0 ? [place === 0 ? 'home' : 'away'] : (selectionNamed(written, type)?.outcomes ?? [])
  if (code === undefined || !type.outcomes.includes(code))
    throw new NotKnown(`outcome ${written} of ${market.type}`)
  return code
}

/** How the feed names a market: its id, specifiers, and the id of each outcome. */
export type FeedMarket = {
  readonly id: number
  readonly specifiers: string
  readonly outcomeId: (code: string) => string
}

const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  quarter: ['quarternr'],
  set: ['setnr', 'gamenr'],
  inning: ['inningnr'],
  frame: ['framenr'],
}

/** The feed's own name of a market of ours; nothing where the feed has none that we would read as this very market. */
export function feedMarketOf(
  sport: Sport,
  market: CaseMarket,
  codes: readonly string[],
): FeedMarket | undefined {
  const type = marketType(market.type)
  if (!type) return undefined
  const ids = market.side === 'away' && type.awayPeriods ? type.awayPeriods : type.periods
  const id = ids[market.period]
  const outcomes = new Map(
    codes.flatMap((code) => {
      const feedId = feedOutcomeOf(type, code)
      return feedId === undefined ? [] : [[code, feedId] as const]
    }),
  )
  if (id === undefined || outcomes.size < new Set(codes).size) return undefined
  const [, part = '', count] = /^([a-z]+)(\d+)$/.exec(market.period) ?? []
  const numbers = count === undefined ? [] : (NUMBERED[part] ?? []).map((name) => `${name}=${count}`)
  for (const line of linesOf(market.lineQuarters))
    for (const numbered of numbers.length === 0 ? [undefined] : numbers) {
      const parts = [line, numbered].filter((one): one is string => one !== undefined)
      if (isRead(sport, id, parts, market))
        return { id, specifiers: parts.join('|'), outcomeId: (code) => outcomes.get(code) ?? code }
    }
  return undefined
}

const feedOutcomeOf = (type: MarketType, code: string): string | undefined => {
  const feedId = type.uofOutcomes?.[type.outcomes.indexOf(code)]
  return feedId !== undefined && outcomeFromFeed(type, feedId) === code ? feedId : undefined
}

const linesOf = (quarters: number | null): (string | undefined)[] => {
  if (quarters === null) return [undefined]
  const line = quarters / 4
  return [`total=${line}`, `hcp=${line}`]
}

function isRead(sport: Sport, id: number, parts: readonly string[], market: CaseMarket): boolean {
  const specifiers = Object.fromEntries(parts.map((part) => part.split('=') as [string, string]))
  const isHandicap = market.type.endsWith('handicap')
  if (market.lineQuarters !== null && isHandicap !== 'hcp' in specifiers) return false
  const read = marketFromFeed(sport, id, specifiers)
  return (
    read?.type === market.type &&
    read.period === market.period &&
    (read.lineQuarters ?? null) === market.lineQuarters &&
    (read.side ?? null) === market.side
  )
}

/** What is wrong with a market that a step offers; races are checked by the intake. */
export function checkOffered(market: CaseMarket): void {
  if (!marketType(market.type)) return
  const refusal = checkMarket({
    type: market.type,
    period: market.period,
    ...(market.lineQuarters === null ? {} : { lineQuarters: market.lineQuarters }),
    ...(market.side === null ? {} : { side: market.side }),
  })
  if (refusal) throw new NotKnown(`market ${market.type} ${market.period}: ${refusal}`)
}

/** A price in decimals in thousandths. */
export const priceMilliOf = (value: unknown): number | undefined => {
  const price = number(value)
  return price === undefined ? undefined : Math.round(price * 1000)
}

/** A line as the tables store it; undefined if the text is none. */
export const lineQuartersOf = (written: string): number | undefined =>
  /^[+-]?\d+(\.\d+)?$/.test(written) ? lineQuarters(Number(written)) : undefined
