import {
  checkMarket,
  isSameResolution,
  LOST,
  marketType,
  resolveOutcome,
  countOf,
  VOID,
  WON,
  type MarketRef,
  type MarketType,
  type MatchState,
  type Period,
  type Resolution,
  type Sport,
} from '@palpite/odds'
import { object, text, type Json } from './case.ts'
import { unreadOf } from './fields.ts'
import { homeLine, readLine } from './settlement-lines.ts'
import { marketNamed, type NamedMarket } from './settlement-market-names.ts'
import { periodNamed, WHOLE_MATCH, type NamedPeriod } from './settlement-periods.ts'
import { isRaceMarket, resolveFeedCase, resolveRaceCase } from './settlement-races.ts'
import { plainWord } from './settlement-results.ts'
import { selectionNamed, type Pick } from './settlement-selections.ts'
import { sportNamed } from './settlement-sports.ts'
import { stateOf } from './settlement-state.ts'

/** What a case resolves to (absent while open), or what of it the product does not have. */
export type CaseResolution =
  | { readonly resolution: Resolution | undefined; readonly unread?: readonly string[] }
  | { readonly skip: string }

/** Runs one case through the product's settlement. */
export const resolveCase = (one: Json): CaseResolution => {
  if (one['uof'] !== undefined) return resolveFeedCase(object(one['uof']))
  const market = text(one['market']) ?? 'no market'
  if (isRaceMarket(one))
    return hasPart(one) ? { skip: `period ${String(text(one['period']))}` } : resolveRaceCase(one)
  const sport = sportNamed(one['sport'])
  if (!sport) return { skip: `sport ${String(text(one['sport']))}` }
  const named = marketNamed(market, sport)
  if (!named) return { skip: `market ${sport} ${market}` }
  const period = periodOf(one, named, sport)
  if (typeof period === 'string') return { skip: `${period} of ${sport} ${market}` }
  return resolveMatchCase(one, { sport, market, named, period })
}

/** A race has no parts: any period but the whole of it is none. */
const hasPart = ({ period }: Json): boolean =>
  period !== undefined &&
  period !== null &&
  period !== '' &&
  !periodNamed(plainWord(period), 'racing')?.isWhole

/** The period of a case, from its market's name or its `period`; an unknown word is no period. */
const periodOf = (one: Json, named: NamedMarket, sport: Sport): NamedPeriod | string => {
  const written = one['period']
  if (written === undefined || written === null || written === '') return named.period ?? WHOLE_MATCH
  const said = periodNamed(plainWord(written), sport)
  if (!said) return `period ${String(text(written))}`
  if (!named.period || named.period.isWhole) return said
  const agree = said.isWhole || said.periods[0] === named.period.periods[0]
  return agree ? named.period : `period ${String(text(written))}`
}

type Asked = {
  readonly sport: Sport
  readonly market: string
  readonly named: NamedMarket
  readonly period: NamedPeriod
}

type Choice = { readonly type: MarketType; readonly period: Period; readonly pick: Pick }

const resolveMatchCase = (one: Json, asked: Asked): CaseResolution => {
  const { sport, market, named } = asked
  const selection = text(one['selection']) ?? ''
  const offered = offersOf(asked)
  if (offered.length === 0) return { skip: `market ${sport} ${market} ${asked.period.periods.join(' or ')}` }
  const choice = offered.flatMap(({ type, period }): Choice[] => {
    const pick = selectionNamed(selection, type)
    return pick ? [{ type, period, pick }] : []
  })[0]
  if (!choice) return { skip: `selection ${selection} of ${sport} ${market}` }
  const side = choice.pick.side ?? named.side
  const line = lineOf(one, named, choice)
  if (typeof line === 'string') return { skip: `${line} of ${sport} ${market}` }
  const { type, period, pick } = choice
  const ref: MarketRef = {
    type: type.id,
    period,
    ...(line === undefined ? {} : { lineQuarters: line }),
    ...(type.needsSide && side ? { side } : {}),
  }
  const refusal = checkMarket(ref)
  if (refusal) return { skip: `market ${sport} ${market} ${period}: ${refusal}` }
  const { state, fields } = stateOf(sport, { one, type, line: line ?? 0 })
  if (isCountMissing(state, type, period))
    throw new Error(`the count of ${type.stat} of ${period} is not given`)
  return {
    resolution: together(pick.outcomes.map((outcome) => resolveListed(type, ref, { outcome, state }))),
    unread: unreadOf('the state', fields),
  }
}

/** Our markets of that name that are offered for that period, the likeliest first. */
const offersOf = ({ sport, named, period }: Asked): { type: MarketType; period: Period }[] =>
  named.ids.flatMap((id) => {
    const isPart = id.startsWith('part.')
    if (isPart && period.isWhole) return []
    const own = isPart ? id.slice('part.'.length) : id
    const types = [marketType(`${sport}.half_${own}`), marketType(`${sport}.${own}`)]
    // Who goes through is decided when it is decided, whatever period the case names.
    const periods = own === 'to_qualify' && period.isWhole ? WHOLE_MATCH.periods : period.periods
    return periods.flatMap((period) => {
      const type = types.find((one) => one && Object.hasOwn(one.periods, period))
      return type ? [{ type, period }] : []
    })
  })

/** The home side's line in quarters; nothing for a market without one; what is wrong with it otherwise. */
const lineOf = (one: Json, named: NamedMarket, { type, pick }: Choice): number | string | undefined => {
  const isHandicap = type.id.endsWith('handicap')
  const selected = isHandicap ? (pick.outcomes[0] ?? '') : ''
  const written = [pick.line, text(one['line']), named.line].filter(
    (line): line is string => line !== undefined && line !== '',
  )
  const homes = isHandicap && written.length === 0 ? text(one['home_line']) : undefined
  const read = [
    ...written.map((line) => ({ line, from: readLine(line) })),
    ...(homes === undefined ? [] : [{ line: homes, from: homeStart(homes) }]),
  ]
  const bad = read.find(({ from }) => !from)
  if (bad) return `line ${bad.line}`
  const lines = new Set(read.flatMap(({ from }) => (from ? [homeLine(from, selected)] : [])))
  const [line] = lines
  if (lines.size > 1) return `lines ${read.map((each) => each.line).join(' and ')}`
  if (type.line) return line
  return line === undefined || line === 0 ? undefined : `line ${String(text(one['line']))}`
}

const homeStart = (written: string): ReturnType<typeof readLine> => {
  const line = readLine(written)
  return line && { ...line, of: 'home' }
}

/**
 * A match that ended early gives back what is open, but what nobody counted is not open: it may have been decided. A
 * part that is missing beside others of its kind was not played.
 */
const isCountMissing = (state: MatchState, type: MarketType, period: Period): boolean => {
  if (state.ending === 'finished' || state.ending === 'running' || countOf(state, type.stat, period))
    return false
  const counted = Object.keys(state.counts)
  const parts = counted.filter((key) => key.startsWith(`${type.stat}.`) && !/\.(full|all)$/.test(key))
  return counted.length > 0 && parts.length === 0
}

type Of = { readonly outcome: string; readonly state: MatchState }

/** A score or number that is not on the house's list is settled by the same rule over a longer list. */
const resolveListed = (type: MarketType, ref: MarketRef, { outcome, state }: Of): Resolution | undefined => {
  if (type.outcomes.includes(outcome)) return resolveOutcome(ref, outcome, state)
  const count = countOf(state, type.stat, ref.period)
  const found = count
    ? type.rule({
        outcome,
        outcomes: [...type.outcomes, outcome],
        line: 0,
        side: 'home',
        count,
        read: (stat, period) => countOf(state, stat, period),
        state,
      })
    : undefined
  return found ?? (state.ending === 'finished' || state.ending === 'running' ? undefined : VOID)
}

/** A selection of several outcomes wins with any of them. */
const together = (parts: readonly (Resolution | undefined)[]): Resolution | undefined => {
  const [first] = parts
  if (parts.length === 1) return first
  if (parts.some((part) => part && isSameResolution(part, WON))) return WON
  if (parts.some((part) => part === undefined)) return undefined
  return parts.every((part) => part && isSameResolution(part, LOST)) ? LOST : VOID
}
