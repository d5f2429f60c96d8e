import { removeMarginFromOdds } from '@palpite/odds'
import type { SportsbookSettings } from '../settings.ts'
import type { ComparedRow, NewReviewFlag, PlacedRow, StakedRow } from './review-flag-queries.ts'
import { worstTogether } from './scenarios.ts'

type Rules = Pick<SportsbookSettings, 'bigLossCents' | 'marks'>

type Seen = {
  placed: readonly PlacedRow[]
  staked: readonly StakedRow[]
  groups: readonly Group[]
  compared: readonly ComparedRow[]
}

const WHOLE = 10_000

/** Which of the placed bets to review, and why. */
export const flagsOf = (seen: Seen, rules: Rules): NewReviewFlag[] => [
  ...bigLossFlags(seen, rules),
  ...seen.groups.flatMap((group) => [...correlatedFlags(group, seen, rules), ...opposedFlags(group, seen)]),
  ...valueFlags(seen, rules),
]

/** A single bet with a large possible loss. */
const bigLossFlags = ({ placed }: Seen, { bigLossCents }: Rules): NewReviewFlag[] =>
  [...Map.groupBy(placed, ({ betId }) => betId).values()].flatMap(([first]) =>
    first && first.lossCents >= bigLossCents ? [flagOf(first, 'big', { lossCents: first.lossCents })] : [],
  )

/**
 * Several bets on one match, of one player or several related ones, that win together with a large possible loss, on
 * any markets. What they lose elsewhere in that ending does not reduce it.
 */
function correlatedFlags(group: Group, { placed, staked }: Seen, { bigLossCents }: Rules): NewReviewFlag[] {
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
      ? [flagOf(last, 'correlated', { ...evidenceOf(group, rows), outcomeIds, bets, lossCents })]
      : []
  })
}

/** The bets on outcomes of one match that win together, with the largest possible loss. */
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

/** Several related players on more than one outcome of a market. */
function opposedFlags(group: Group, { placed, staked }: Seen): NewReviewFlag[] {
  if (group.playerIds.length < 2) return []
  const own = staked.filter(({ playerId }) => group.playerIds.includes(playerId))
  return [...Map.groupBy(own, ({ marketId }) => marketId)].flatMap(([marketId, rows]) => {
    const outcomeIds = [...new Set(rows.map(({ outcomeId }) => outcomeId))].sort((one, other) => one - other)
    const players = new Set(rows.map(({ playerId }) => playerId))
    if (outcomeIds.length < 2 || players.size < 2) return []
    const last = placed.findLast((bet) => bet.marketId === marketId && group.playerIds.includes(bet.playerId))
    return last ? [flagOf(last, 'opposed', { ...evidenceOf(group, rows), outcomeIds })] : []
  })
}

const evidenceOf = ({ relations }: Group, rows: readonly StakedRow[]) => ({
  playerIds: [...new Set(rows.map(({ playerId }) => playerId))].sort((one, other) => one - other),
  ...(relations.length > 0 ? { relations } : {}),
})

/** A price above its outcome's value by current prices, ours or another feed's: noted until it happens often. */
function valueFlags({ placed, compared }: Seen, { marks }: Rules): NewReviewFlag[] {
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
    return [{ ...flagOf(bet, 'value', evidence), movedBps: edgeBps, status: 'noted' as const }]
  })
}

/** The chance of an outcome by its single-winner market's prices; 0 if they do not determine it. */
function chanceOf(rows: readonly ComparedRow[], code: string | undefined): number {
  const odds = rows.map(({ priceMilli }) => priceMilli / 1000)
  const read = removeMarginFromOdds(odds, 'power')
  const isOneWinner = Math.round(odds.reduce((sum, one) => sum + 1 / one, 0)) === 1
  const at = rows.findIndex((row) => row.code === code)
  return read.ok && isOneWinner ? (read.value.chances[at] ?? 0) : 0
}

const flagOf = (
  { betId, playerId }: PlacedRow,
  kind: NewReviewFlag['kind'],
  evidence: NewReviewFlag['evidence'],
): NewReviewFlag => ({ betId, playerId, kind, movedBps: null, status: 'open', evidence })

/** What two accounts may share: a device, an address, a person. */
type Trait = { playerId: number; kind: string; value: string }

/** Related players, by what they share, also through a third; a single player is a group of one. */
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
