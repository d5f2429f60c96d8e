import { removeMarginFromOdds } from '@palpite/odds'
import type { SportsbookSettings } from '../settings.ts'
import type { ComparedRow, NewMark, PlacedRow, StakedRow } from './mark-queries.ts'
import { worstTogether } from './scenarios.ts'

type Rules = Pick<SportsbookSettings, 'bigLossCents' | 'marks'>

type Seen = {
  placed: readonly PlacedRow[]
  staked: readonly StakedRow[]
  groups: readonly Group[]
  compared: readonly ComparedRow[]
}

const WHOLE = 10_000

/** What people should look at of bets that were just placed, and why. */
export const marksOf = (seen: Seen, rules: Rules): NewMark[] => [
  ...bigMarks(seen, rules),
  ...seen.groups.flatMap((group) => [...correlatedMarks(group, seen, rules), ...opposedMarks(group, seen)]),
  ...valueMarks(seen, rules),
]

/** One bet on which much may be lost. */
const bigMarks = ({ placed }: Seen, { bigLossCents }: Rules): NewMark[] =>
  [...Map.groupBy(placed, ({ betId }) => betId).values()].flatMap(([first]) =>
    first && first.lossCents >= bigLossCents ? [markOf(first, 'big', { lossCents: first.lossCents })] : [],
  )

/**
 * Several bets on one match, of one player or of several who look like one, that win together and on which as much may be
 * lost then, whichever markets they are on. What they lose elsewhere in that end of the match makes them no smaller.
 */
function correlatedMarks(group: Group, { placed, staked }: Seen, { bigLossCents }: Rules): NewMark[] {
  const own = staked.filter(({ playerId }) => group.playerIds.includes(playerId))
  return [...Map.groupBy(own, ({ fixtureId }) => fixtureId).values()].flatMap((onMatch) => {
    const rows = winningTogether(onMatch)
    const bets = rows.reduce((sum, row) => sum + row.bets, 0)
    const lossCents = rows.reduce((sum, row) => sum + row.lossCents, 0)
    if (bets < 2 || lossCents < bigLossCents) return []
    const outcomeIds = [...new Set(rows.map(({ outcomeId }) => outcomeId))].sort((one, other) => one - other)
    const last = placed.findLast(
      (bet) => outcomeIds.includes(bet.outcomeId) && group.playerIds.includes(bet.playerId),
    )
    return last
      ? [markOf(last, 'correlated', { ...evidenceOf(group, rows), outcomeIds, bets, lossCents })]
      : []
  })
}

/** What was bet on outcomes of one match that win together, where most may be lost on it. */
function winningTogether(rows: readonly StakedRow[]): readonly StakedRow[] {
  const [first] = rows
  if (!first) return []
  const { homeScore, awayScore } = first
  const from = homeScore === null || awayScore === null ? null : { home: homeScore, away: awayScore }
  const outcomes = [...Map.groupBy(rows, ({ outcomeId }) => outcomeId).values()].flatMap((own) =>
    own.slice(0, 1).map((row) => ({
      ...row,
      stakeCents: 0,
      returnCents: own.reduce((sum, { lossCents }) => sum + lossCents, 0),
    })),
  )
  const ids = new Set(worstTogether(outcomes, from).map(({ outcomeId }) => outcomeId))
  return rows.filter(({ outcomeId }) => ids.has(outcomeId))
}

/** Several players who look like one, on more than one outcome of a market. */
function opposedMarks(group: Group, { placed, staked }: Seen): NewMark[] {
  if (group.playerIds.length < 2) return []
  const own = staked.filter(({ playerId }) => group.playerIds.includes(playerId))
  return [...Map.groupBy(own, ({ marketId }) => marketId)].flatMap(([marketId, rows]) => {
    const outcomeIds = [...new Set(rows.map(({ outcomeId }) => outcomeId))].sort((one, other) => one - other)
    const players = new Set(rows.map(({ playerId }) => playerId))
    if (outcomeIds.length < 2 || players.size < 2) return []
    const last = placed.findLast((bet) => bet.marketId === marketId && group.playerIds.includes(bet.playerId))
    return last ? [markOf(last, 'opposed', { ...evidenceOf(group, rows), outcomeIds })] : []
  })
}

const evidenceOf = ({ relations }: Group, rows: readonly StakedRow[]) => ({
  playerIds: [...new Set(rows.map(({ playerId }) => playerId))].sort((one, other) => one - other),
  ...(relations.length > 0 ? { relations } : {}),
})

/** A price above what its outcome is worth by the prices of now, ours or those of another feed: noted until it happens often. */
function valueMarks({ placed, compared }: Seen, { marks }: Rules): NewMark[] {
  const markets = Map.groupBy(compared, ({ marketId }) => marketId)
  return placed.flatMap((bet) => {
    const code = markets.get(bet.marketId)?.find(({ outcomeId }) => outcomeId === bet.outcomeId)?.code
    const feeds = Map.groupBy(markets.get(bet.marketId) ?? [], ({ feed }) => feed)
    const worth = [...feeds].map(([feed, rows]) => ({ feed, chance: chanceOf(rows, code) }))
    const best = worth.toSorted((one, other) => other.chance - one.chance)[0]
    if (!best || best.chance === 0) return []
    const edgeBps = Math.floor(((bet.priceMilli * best.chance) / 1000 - 1) * WHOLE)
    if (edgeBps < marks.edgeBps) return []
    const evidence = {
      outcomeIds: [bet.outcomeId],
      priceMilli: bet.priceMilli,
      fairMilli: Math.round(1000 / best.chance),
      feed: best.feed,
    }
    return [{ ...markOf(bet, 'value', evidence), movedBps: edgeBps, status: 'noted' as const }]
  })
}

/** The chance of an outcome by the prices of its market, of one winner; nothing where they do not tell it. */
function chanceOf(rows: readonly ComparedRow[], code: string | undefined): number {
  const odds = rows.map(({ priceMilli }) => priceMilli / 1000)
  const read = removeMarginFromOdds(odds, 'power')
  const isOneWinner = Math.round(odds.reduce((sum, one) => sum + 1 / one, 0)) === 1
  const at = rows.findIndex((row) => row.code === code)
  return read.ok && isOneWinner ? (read.value.chances[at] ?? 0) : 0
}

const markOf = (
  { betId, playerId }: PlacedRow,
  kind: NewMark['kind'],
  evidence: NewMark['evidence'],
): NewMark => ({ betId, playerId, kind, movedBps: null, status: 'open', evidence })

/** What two accounts may have the same of: a device, an address, a person. */
type Trait = { playerId: number; kind: string; value: string }

/** Players who look like one, by what they have the same of, also through a third; a player alone is a group of one. */
type Group = { playerIds: number[]; relations: string[] }

export function groupRelated(playerIds: readonly number[], traits: readonly Trait[]): Group[] {
  const groups = new Map(playerIds.map((id) => [id, { playerIds: [id], relations: new Set<string>() }]))
  const first = new Map<string, number>()
  for (const { playerId, kind, value } of traits) {
    const key = `${kind}:${value}`
    const known = first.get(key)
    if (known === undefined) {
      first.set(key, playerId)
      continue
    }
    const [one, other] = [groups.get(known), groups.get(playerId)]
    if (!one || !other || known === playerId) continue
    one.relations.add(kind)
    if (one === other) continue
    for (const id of other.playerIds) groups.set(id, one)
    one.playerIds.push(...other.playerIds)
    for (const relation of other.relations) one.relations.add(relation)
  }
  return [...new Set(groups.values())].map(({ playerIds: own, relations }) => ({
    playerIds: own.toSorted((a, b) => a - b),
    relations: [...relations].sort(),
  }))
}
