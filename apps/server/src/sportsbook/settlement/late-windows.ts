import { VOID } from '@palpite/odds'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openSettings } from '../../platform/settings.ts'
import { policyOf } from '../../protection/index.ts'
import { sportsbookSettingsDefinition } from '../settings.ts'
import { payLeadsAgain } from '../updates/lead-queries.ts'
import { readCurrentBets } from './current-bet-queries.ts'
import * as queries from './late-window-queries.ts'
import { insertTasks } from './queries.ts'
import { changeOf, sum } from './rules.ts'
import { hasIndependent, summaryOf } from './settle-market.ts'

type DecideLateWindow = {
  requestId: string
  operatorId: number
  windowId: number
  /** The bets are void; else they are paid by the result. */
  isVoid: boolean
  reason: string
}

type WindowAnswer = {
  state: 'decided' | 'waits' | 'needs_another' | 'not_possible'
  /** The vote of this call, by its match; undefined if it is a repeat or was not counted. */
  vote: { fixtureId: number } | undefined
}

/**
 * Decides what becomes of the bets of a late window: void, or paid by the result. Two independent operators must vote
 * for the same, once: a decided window stays decided. Its bets are settled afterwards. Idempotent by request.
 */
export async function decideLateWindow(
  tx: Tx,
  request: DecideLateWindow,
): Promise<Result<WindowAnswer, 'request_mismatch' | 'not_found'>> {
  const { windowId, operatorId, requestId, isVoid, reason } = request
  const window = await queries.lockLateWindow(tx, windowId)
  if (!window) return refuse('not_found')
  const before = await queries.selectWindowVote(tx, requestId)
  if (before) {
    const isSame =
      before.windowId === windowId &&
      before.operatorId === operatorId &&
      before.isVoid === isVoid &&
      before.reason === reason
    return isSame ? ok({ state: before.state, vote: undefined }) : refuse('request_mismatch')
  }
  const { fixtureId } = window
  if (window.state !== 'held') return ok({ state: 'not_possible', vote: undefined })
  const others = await queries.selectWindowVoters(tx, windowId, isVoid)
  if (others.includes(operatorId)) return ok({ state: 'needs_another', vote: undefined })
  const state = (await hasIndependent(tx, others, operatorId)) ? 'decided' : 'waits'
  await queries.insertWindowVote(tx, { ...request, state })
  if (state === 'decided') {
    if (isVoid) await queries.voidWindow(tx, windowId)
    await queries.endWindow(tx, windowId, { fixtureId, state: isVoid ? 'void' : 'stands' })
    if (!isVoid) await payLeadsAgain(tx, [fixtureId])
    await insertTasks(tx, [fixtureId])
  }
  return ok({ state, vote: { fixtureId } })
}

/** A match that began so long ago is corrected by no feed any more. */
const CORRECTED_FOR_MS = 7 * 86_400_000
const MOOT_AT_ONCE = 100

/**
 * Ends held windows of which nothing is left to decide a week after their match, since every list of what waits looks
 * at those that are held. Returns how many.
 */
export async function endMootWindows(db: Db, now = new Date()): Promise<number> {
  const startedBefore = new Date(now.getTime() - CORRECTED_FOR_MS)
  let ended = 0
  for (const windowId of await queries.selectMootWindows(db, { startedBefore, max: MOOT_AT_ONCE }))
    ended += await db.begin(async (tx) => {
      const window = await queries.lockLateWindow(tx, windowId)
      const [moot] = await queries.selectMootWindows(tx, { startedBefore, windowId, max: 1 })
      if (!window || moot === undefined) return 0
      await queries.endWindow(tx, windowId, { fixtureId: window.fixtureId, state: 'moot' })
      return 1
    })
  return ended
}

/** Limits the bets a preview reads, so that it answers interactively. */
const MAX_BETS = 5000

/** What a decision would change. */
type WindowEffect = {
  /** Bets that would be settled, or settled differently; the others wait for a result. */
  changed: number
  returnCents: number
  /** The total paid to those that return more than so far, and taken from those that return less. */
  paidCents: number
  takenBackCents: number
}

type WindowPreview = {
  bets: number
  stakeCents: number
  ifVoid: WindowEffect
  ifStands: WindowEffect
  /** There are more bets than were read. */
  isMore: boolean
}

/** Opens the previews of late windows: what would be paid by either decision now, by the rules of settlement. */
export function openWindowPreview({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const settings = openSettings(sportsbookSettingsDefinition)
  const hasPromotions = policyOf(config).hasRewards('promotions')
  return async (windowId: number): Promise<WindowPreview> => {
    const { parlayInsurances } = await settings.read(db)
    const insurances = hasPromotions ? parlayInsurances : []
    const legs = await queries.selectHeldLegs(db, windowId, MAX_BETS + 1)
    // A bet has at most one leg on a match.
    const heldOf = new Map(legs.slice(0, MAX_BETS).map((leg) => [leg.betId, leg]))
    const bets = await readCurrentBets(db, [...heldOf.keys()])
    const effectOf = (isVoid: boolean): WindowEffect => {
      const changes = bets.flatMap((bet) => {
        const held = present(heldOf.get(bet.id), 'the leg that waits')
        if (!isVoid && held.isHeldOtherwise) return []
        const { won, refunded, parts } = isVoid ? { ...VOID, parts: VOID.of } : held
        const decided = bet.legs.map((leg) =>
          leg.outcomeId === held.outcomeId ? { ...leg, won, refunded, parts } : leg,
        )
        return changeOf({ ...bet, fixtureId: held.fixtureId, legs: decided }, insurances) ?? []
      })
      const { changed, returnCents, paidCents, takenBackCents } = summaryOf(changes)
      return { changed, returnCents, paidCents, takenBackCents }
    }
    return {
      bets: bets.length,
      stakeCents: sum(bets.map(({ stakeCents }) => stakeCents)),
      ifVoid: effectOf(true),
      ifStands: effectOf(false),
      isMore: legs.length > MAX_BETS,
    }
  }
}
