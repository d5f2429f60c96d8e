import type { Calls } from '@palpite/contract'
import type { Sql } from '../platform/db/index.ts'
import type { RewardsByPlayer } from './grants.ts'
import { selectGrants, selectLadder } from './queries.ts'
import { type KnownInvitee, readInvitees } from './invitations/invitations.ts'
import type { Rewards } from './settings.ts'

type Needs = Pick<Rewards, 'settings'>
type LadderPage = Calls['GET /api/app/rewards/ladder']['data']

/** The steps of the ladder with the state of each for these players. Each step pays once. */
export async function readLadderRewards(
  sql: Sql,
  { settings }: Needs,
  playerIds: readonly number[],
): Promise<RewardsByPlayer> {
  return (await readLadders(sql, { settings }, playerIds)).awards
}

/** The ladder page of one player, with all invitees and the valid ones. */
export async function readLadderPage(sql: Sql, needs: Needs, playerId: number): Promise<LadderPage> {
  const { invited, steps, awards } = await readLadders(sql, needs, [playerId])
  const own = invited.get(playerId) ?? []
  const validInvitees = validOf(own)
  return {
    validInvitees,
    otherInvitees: own.length - validInvitees,
    steps: (awards.get(playerId) ?? []).map(({ step, amountCents, state, awardId, claimedAt }) => ({
      step,
      invitees: steps.find((one) => one.step === step)?.invitees ?? 0,
      awardCents: amountCents,
      state: state === 'missed' ? 'ahead' : state,
      awardId,
      claimedAt: claimedAt?.toISOString() ?? null,
    })),
  }
}

const validOf = (invited: readonly KnownInvitee[]) => invited.filter(({ isValid }) => isValid).length

async function readLadders(sql: Sql, { settings }: Needs, playerIds: readonly number[]) {
  const [steps, invited, given] = await Promise.all([
    selectLadder(sql),
    readInvitees(sql, settings, playerIds),
    selectGrants(sql, playerIds, ['ladder']),
  ])
  const claimed = new Map(given.map((row) => [`${row.playerId}:${row.step}`, row]))
  const awards: RewardsByPlayer = new Map(
    playerIds.map((playerId) => {
      const valid = validOf(invited.get(playerId) ?? [])
      return [
        playerId,
        steps.map(({ step, invitees, awardCents }) => {
          const grant = claimed.get(`${playerId}:${step}`)
          return {
            awardId: `ladder-${step}`,
            kind: 'ladder' as const,
            sourceKey: String(step),
            step,
            amountCents: grant?.amountCents ?? awardCents,
            state: grant ? ('claimed' as const) : valid >= invitees ? ('ready' as const) : ('ahead' as const),
            claimedAt: grant?.grantedAt ?? null,
            endsAt: null,
            activityId: null,
          }
        }),
      ]
    }),
  )
  return { steps, invited, awards }
}
