import { balanceOf, type LedgerBatch, move, lockAccounts, post, balancesOf } from '../ledger/index.ts'
import {
  close,
  type Decided,
  meetRequirements,
  moveUp,
  ofPlayer,
  openOf,
  type PlayerWagering,
  recordEnd,
  type WageringBatch,
  readWagering,
  writeWagering,
} from './wagering-batch.ts'
import { spanE4 } from './rules.ts'
import type { Wagering } from './convert-bonuses.ts'
import { selectExpiredPlayers, insertGivenBack, selectGivenBack } from './queries.ts'
import type { Tx } from '../platform/db/index.ts'
import { skipFailingInPages, skippedBy } from '../platform/skip-failing.ts'

/** Bounds the locks of one transaction. */
const PLAYERS_AT_ONCE = 200

/**
 * Ends expired bonuses in pages. Safe to run twice, or on two servers at once. A player whose bonuses cannot be ended
 * is skipped and tried again in the next run.
 */
export async function endExpiredBonuses({ deps, policy }: Wagering): Promise<void> {
  const report = skippedBy(deps, 'wagering-expired')
  await skipFailingInPages({
    size: PLAYERS_AT_ONCE,
    read: async (after: number | undefined) =>
      (await selectExpiredPlayers(deps.db, after ?? 0, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId),
    run: (ids) =>
      deps.db.begin(async (tx) => {
        const ledger = await lockAccounts(tx, ids)
        const wagering = await readWagering(tx, policy, ids)
        endExpired(wagering, ledger, ids)
        await writeWagering(tx, wagering)
        await post(tx, ledger)
      }),
    skip: (playerId, error) => report({ playerId }, error),
  })
}

export type GiveBackBonuses = { playerId: number; requestId: string }

export type GivenBackBonuses = { backCents: number }

/**
 * Gives back bonuses that players no longer want to wager; idempotent by request id. A bonus whose requirement is
 * met belongs to the player, and stays. Returns results in the order of the requests.
 */
export const giveBackBonuses = (
  { deps, policy }: Pick<Wagering, 'policy'> & { deps: Pick<Wagering['deps'], 'db'> },
  requests: readonly GiveBackBonuses[],
): Promise<GivenBackBonuses[]> =>
  deps.db.begin(async (tx) => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    const ledger = await lockAccounts(tx, playerIds)
    const [wagering, before] = await Promise.all([
      readWagering(tx, policy, playerIds),
      selectGivenBack(
        tx,
        playerIds,
        requests.map(({ requestId }) => requestId),
      ),
    ])
    meetRequirements(wagering, ledger, playerIds)
    const known = new Map(before.map((row) => [requestKey(row), row.backCents]))
    const made = new Map<string, GiveBackBonuses & GivenBackBonuses>()
    const answers = requests.map((request) => {
      const key = requestKey(request)
      const backCents = known.get(key) ?? endOpenBonuses(wagering, ledger, request.playerId)
      if (!known.has(key)) made.set(key, { ...request, backCents })
      known.set(key, backCents)
      return { backCents }
    })
    await writeWagering(tx, wagering)
    await post(tx, ledger)
    if (made.size > 0) await insertGivenBack(tx, [...made.values()])
    return answers
  })

const requestKey = ({ playerId, requestId }: GiveBackBonuses): string => `${playerId} ${requestId}`

/**
 * Forfeits all bonus money of a player whose account is closed: the rest of grants, and their winnings. The caller
 * has locked the accounts with the bonus and closed met requirements in the batches, and posts the ledger batch.
 */
export async function forfeitBonuses(
  tx: Tx,
  { ledger, wagering, playerId }: { ledger: LedgerBatch; wagering: WageringBatch; playerId: number },
): Promise<void> {
  endOpenBonuses(wagering, ledger, playerId)
  const cents = balanceOf(ledger, playerId, 'bonus')
  const from = { playerId, kind: 'bonus' } as const
  // The version of the balances increases with this transfer: an account that was opened again may be closed again.
  const key = `bonus-back:closing:${playerId}:${balancesOf(ledger, playerId).version}`
  if (cents > 0) move(ledger, { key, from, to: 'gifts', cents })
  await writeWagering(tx, wagering)
}

/**
 * Ends expired bonuses of these players: what is left of one is taken back as far as no other open bonus claims it,
 * and later requirements move up. Requirements on own money stay. A bonus whose requirement is met belongs to the
 * player. The ledger batch must hold cash and bonus.
 */
function endExpired(wagering: WageringBatch, ledger: LedgerBatch, playerIds: readonly number[]): void {
  meetRequirements(wagering, ledger, playerIds)
  for (const playerId of new Set(playerIds)) {
    const own = ofPlayer(wagering, playerId)
    const expired = openOf(own).filter(({ isExpired }) => isExpired)
    for (const one of expired) endBonus(ledger, own, { ended: one, outcome: 'expired' })
    if (expired.length > 0) moveUp(own)
  }
  meetRequirements(wagering, ledger, playerIds)
}

/**
 * Ends all open bonuses of a player at their request: takes back the rest of each, and ends its requirement.
 * Requirements on own money stay, and so do winnings beyond the grant. Returns the cents taken back. The ledger batch
 * must hold cash and bonus.
 */
function endOpenBonuses(wagering: WageringBatch, ledger: LedgerBatch, playerId: number): number {
  const own = ofPlayer(wagering, playerId)
  const open = openOf(own).filter(({ bonusGrantCents }) => bonusGrantCents > 0)
  const backCents = open.reduce(
    (sum, ended) => sum + endBonus(ledger, own, { ended, outcome: 'given_back' }),
    0,
  )
  if (open.length > 0) moveUp(own)
  meetRequirements(wagering, ledger, [playerId])
  return backCents
}

type Ending = { ended: Decided; outcome: 'expired' | 'given_back' }

function endBonus(ledger: LedgerBatch, own: PlayerWagering, { ended, outcome }: Ending): number {
  const { playerId, source, sourceId, bonusGrantCents } = ended
  const claimedCents = openOf(own)
    .filter((one) => one !== ended && !one.isExpired)
    .reduce((sum, one) => sum + one.bonusGrantCents, 0)
  const unclaimedCents = Math.max(0, balanceOf(ledger, playerId, 'bonus') - claimedCents)
  const cents = Math.min(bonusGrantCents, unclaimedCents)
  const bonus = { playerId, kind: 'bonus' } as const
  if (cents > 0) move(ledger, { key: `bonus-back:${source}:${sourceId}`, from: bonus, to: 'gifts', cents })
  recordEnd(own, ended, outcome, cents)
  Object.assign(ended, { bonusCents: 0, bonusGrantCents: 0, isExpired: false, hasBonusEnded: true })
  ended.until = ended.from + spanE4(ended.mainCents, 0)
  ended.isChanged = true
  if (ended.mainCents === 0) close(ended, 'cancelled')
  return cents
}
