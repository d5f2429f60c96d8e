import type { Calls } from '@palpite/contract'
import { type Player, readInvited, readPlayers } from '../../identity/index.ts'
import { earningBetween } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Rewards } from '../rewards.ts'
import { type Earned, selectEarned, selectRates, selectToday } from './queries.ts'
import { readInvitees } from './read-invitees.ts'

type Page = Calls['GET /api/app/rewards/invitations']['data']

const E4 = 10_000
const LATEST = 20
const FIRST_DAY = '2000-01-01'
const DAY_MS = 24 * 60 * 60_000

/** The code and link of a player, who came by it on three levels, and what that earned. */
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

/** An e-mail as another player may see it: the first letter, and how it ends. */
export function maskedName(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***${name.slice(-1)}@${domain.slice(0, 1)}***`
}
