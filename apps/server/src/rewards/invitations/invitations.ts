import type { Calls } from '@palpite/contract'
import {
  type Player,
  readInvited,
  readPlayers,
  type Invitee,
  readDirectlyInvited,
  readTraits,
  type AcceptInvitation,
  acceptInvitations,
  type AcceptRefusal,
} from '../../identity/index.ts'
import { earningBetween, lifetimeTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Rewards, RewardsSettings } from '../settings.ts'
import {
  type Earned,
  selectBroughtTo,
  selectEarned,
  selectRates,
  selectToday,
  selectShares,
  type SharePlace,
} from './queries.ts'
import { E4, type Pair, type Relation, relationsOf, repeatedPersons, type Trait } from './rules.ts'
import { readCashSums, readPayTraits } from '../../cashier/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'

type Page = Calls['GET /api/app/rewards/invitations']['data']

const LATEST = 20
const FIRST_DAY = '2000-01-01'
const DAY_MS = 24 * 60 * 60_000

/** A player's code and link, the invitees on three levels, and the commission earned from them. */
export async function readInvitations(rewards: Rewards, playerId: number): Promise<Page> {
  const { deps, policy, settings } = rewards
  const { db } = deps
  const [levels, rates, earned, today] = await Promise.all([
    readInvited(db, playerId),
    selectRates(db),
    selectEarned(db, playerId),
    selectToday(db),
  ])
  const ids = levels.flat()
  const newest = [...ids].sort((one, other) => other - one).slice(0, LATEST)
  const { day } = present(today[0], 'the day')
  const [ofAllDays, ofToday, players, invitees] = await Promise.all([
    earningBetween(db, ids, { from: FIRST_DAY, until: day }),
    earningBetween(db, ids, { from: day, until: day }),
    readPlayers(db, [playerId, ...newest]),
    readInvitees(db, settings, [playerId]),
  ])
  const own = present(players.get(playerId), `player ${playerId}`)
  const rateOf = (level: number) => rates.find((rate) => rate.level === level)?.rateBps ?? 0
  const sum = (all: readonly number[], of: (id: number) => number) =>
    all.reduce((cents, id) => cents + of(id), 0)
  const todayE4 = levels.map((all, at) => sum(all, (id) => ofToday.get(id) ?? 0) * rateOf(at + 1))
  const valid = new Set((invitees.get(playerId) ?? []).flatMap((one) => (one.isValid ? [one.playerId] : [])))
  return {
    code: own.invitationCode,
    url: `${deps.config.publicUrl}/y${own.invitationCode}`,
    levels: levels.map((all, at) => ({
      level: at + 1,
      persons: all.length,
      settledCents: sum(all, (id) => ofAllDays.get(id) ?? 0),
      rateBps: rateOf(at + 1),
      earnedCents: centsOf(earned, (one) => one.level === at + 1 && isEarned(one)),
    })),
    earned: {
      todayCents: Math.floor(todayE4.reduce((all, one) => all + one, 0) / E4),
      sevenDaysCents: centsOf(earned, (one) => one.isOfLastDays && isEarned(one)),
      totalCents: centsOf(earned, isEarned),
    },
    heldCents: centsOf(earned, ({ status }) => status === 'held'),
    latest: newest.flatMap((id) => latestOf(players.get(id), levels, valid)),
    mayAccept:
      policy.hasRewards('referrals') &&
      own.referrerId === null &&
      Date.now() - own.createdAt.getTime() < settings.acceptDays * DAY_MS,
  }
}

const isEarned = ({ status }: Earned) => status === 'paid' || status === 'waiting'

const centsOf = (earned: readonly Earned[], which: (one: Earned) => boolean): number =>
  Math.floor(earned.filter(which).reduce((sum, { amountE4 }) => sum + amountE4, 0) / E4)

/** An earner's commission on all levels: earned (paid or waiting to be), the paid part of it, and held. */
export async function readCommission(sql: Sql, earnerId: number) {
  const earned = await selectEarned(sql, earnerId)
  return {
    earnedCents: centsOf(earned, isEarned),
    paidCents: centsOf(earned, ({ status }) => status === 'paid'),
    heldCents: centsOf(earned, ({ status }) => status === 'held'),
  }
}

/** What these players brought an earner: the stakes that were shared out, and the commission earned and held. */
export async function readCommissionFrom(sql: Sql, earnerId: number, playerIds: readonly number[]) {
  const rows = await selectBroughtTo(sql, earnerId, playerIds)
  const brought = new Map(rows.map((row) => [row.playerId, row]))
  return (playerId: number) => {
    const { settledCents = 0, earnedE4 = 0, heldE4 = 0 } = brought.get(playerId) ?? {}
    return { settledCents, earnedCents: Math.floor(earnedE4 / E4), heldCents: Math.floor(heldE4 / E4) }
  }
}

function latestOf(
  player: Player | undefined,
  levels: readonly (readonly number[])[],
  valid: ReadonlySet<number>,
): Page['latest'] {
  if (!player) return []
  const level = levels.findIndex((all) => all.includes(player.playerId)) + 1
  return [
    {
      name: maskedName(player.email),
      level,
      at: player.createdAt.toISOString(),
      isValid: valid.has(player.playerId),
    },
  ]
}

/** An e-mail address as another player may see it: first and last letters only. */
function maskedName(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***${name.slice(-1)}@${domain.slice(0, 1)}***`
}

export type KnownInvitee = Invitee & { isValid: boolean }

/**
 * The invitees of these players, and which of them are valid: topped up and staked as the settings require, not a
 * test account, not related to the inviter, and not another account of a person who is a valid invitee already.
 */
export async function readInvitees(
  sql: Sql,
  settings: Pick<RewardsSettings, 'validTopUpCents' | 'validStakedCents'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly KnownInvitee[]>> {
  const invited = await readDirectlyInvited(sql, playerIds)
  const ids = [...invited.values()].flatMap((all) => all.map(({ playerId }) => playerId))
  if (ids.length === 0) return new Map(playerIds.map((playerId) => [playerId, []]))
  const [sums, turnovers, traits] = await Promise.all([
    readCashSums(sql, ids),
    lifetimeTurnover(sql, ids),
    readAllTraits(sql, [...ids, ...playerIds]),
  ])
  const relations = relationsOf(traits)
  const isValid = ({ playerId, referrerId, isTest }: Invitee) =>
    !isTest &&
    (sums.get(playerId)?.paySumCents ?? 0) >= settings.validTopUpCents &&
    (turnovers.get(playerId)?.settledCents ?? 0) >= settings.validStakedCents &&
    relations({ earnerId: referrerId, playerId }).length === 0
  return new Map(
    [...invited].map(([playerId, all]) => {
      const valid = all.filter(isValid).map((one) => one.playerId)
      const repeated = repeatedPersons(valid, traits)
      const counted = new Set(valid.filter((id) => !repeated.has(id)))
      return [playerId, all.map((one) => ({ ...one, isValid: counted.has(one.playerId) }))]
    }),
  )
}

/** Why two of these players may be one person. */
export const readRelations = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<(pair: Pair) => Relation[]> => relationsOf(await readAllTraits(sql, playerIds))

/** The traits of these players that may show that two accounts belong to one person. */
async function readAllTraits(sql: Sql, playerIds: readonly number[]): Promise<Trait[]> {
  const ids = [...new Set(playerIds)]
  const [own, paid] = await Promise.all([readTraits(sql, ids), readPayTraits(sql, ids)])
  return [...own, ...paid]
}

type Commissions = Calls['GET /api/app/rewards/commissions']['data']

type Request = {
  playerId: number
  level: '1' | '2' | '3' | undefined
  day: string | undefined
  cursor: string | undefined
}

const PAGE = 30
const E2 = 100
const newest: SharePlace = { day: '9999-12-31', playerId: Number.MAX_SAFE_INTEGER, cause: '~' }

/** Commission by day and referred player, newest first, one page at a time. */
export async function readCommissions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
): Promise<Result<Commissions, 'bad_request'>> {
  const { playerId, level, day, cursor } = request
  const ids = publicIds(config, 'player')
  const before = cursor === undefined ? newest : placeOf(cursor, ids)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await selectShares(db, {
    earnerId: playerId,
    level: Number(level ?? 0),
    day: day ?? null,
    before,
    max: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  const players = await readPlayers(db, [...new Set(page.map((row) => row.playerId))])
  const last = page.at(-1)
  const next = last && rows.length > PAGE ? `${last.day}_${ids.show(last.playerId)}_${last.cause}` : null
  return ok({
    records: page.map((row) => ({
      day: row.day,
      level: row.level,
      name: maskedName(players.get(row.playerId)?.email ?? ''),
      settledCents: row.settledCents,
      amountE2: Math.trunc(row.amountE4 / E2),
      status: row.status,
      reasons: row.reasons,
    })),
    next,
  })
}

function placeOf(cursor: string, ids: PublicIds): SharePlace | undefined {
  const [, day, id, cause] = /^(\d{4}-\d\d-\d\d)_([0-9A-Z]{13})_([a-z0-9:-]{1,50})$/.exec(cursor) ?? []
  if (day === undefined || id === undefined || cause === undefined || Number.isNaN(Date.parse(day)))
    return undefined
  return { day, playerId: ids.read(id), cause }
}

/** Records whose code players were invited by, where the policy allows invitations. Answers in the order asked. */
export async function accept(
  { deps, policy, settings }: Rewards,
  requests: readonly AcceptInvitation[],
): Promise<Result<null, AcceptRefusal | 'blocked_by_policy'>[]> {
  if (!policy.hasRewards('referrals')) return requests.map(() => refuse('blocked_by_policy'))
  return deps.db.begin((tx) => acceptInvitations(tx, settings.acceptDays, requests))
}
