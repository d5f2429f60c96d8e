import type { Calls, Refusal } from '@palpite/contract'
import type { Db } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { idsOf } from '../catalogue/wire-fixture.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { RequestedLeg } from './bet-request.ts'
import { type BuilderPriceRefusal, findBuilder } from './builders.ts'

/** A bet as a call asks for it. */
export type WireTicket = Calls['POST /api/app/sportsbook/betPlay']['body']

/** The legs of a ticket as they were asked for; a bet builder is made where it is not there yet. */
export const legReader =
  (db: Db, readSettings: () => Promise<SportsbookSettings>) =>
  async (
    asked: WireTicket['legs'],
    playerId: number,
  ): Promise<Result<RequestedLeg[], BuilderPriceRefusal | 'too_many_requests'>> => {
    const legs: RequestedLeg[] = []
    for (const { outcomeId, isBanker = false, ...leg } of asked) {
      const parts = outcomeId.split('-')
      const selections = parts.flatMap(idsOf)
      if (selections.length < parts.length) return refuse('not_found')
      const found =
        selections.length === 1
          ? ok(selections[0] ?? 0)
          : await findBuilder(db, await readSettings(), { playerId, outcomeIds: selections })
      if (!found.ok) return found
      legs.push({ ...leg, outcomeId: found.value, isBanker, selections })
    }
    return ok(legs)
  }

/** All legs in one; of an each-way bet those of a half. */
export const allOf = ({ legs, isEachWay }: Pick<WireTicket, 'legs' | 'isEachWay'>): number[] => [
  isEachWay ? Math.ceil(legs.length / 2) : legs.length,
]

/** Which leg a refusal speaks of is said as the leg was asked for: of a bet builder by its selections. */
export function named<R extends { ok: false; refusal: Refusal }>(
  answer: R,
  legs: readonly RequestedLeg[],
  asked: WireTicket['legs'],
): R {
  const { detail } = answer.refusal
  const place = legs.findIndex(({ outcomeId }) => String(outcomeId) === detail?.['outcomeId'])
  const outcomeId = asked[place]?.outcomeId
  return outcomeId === undefined
    ? answer
    : { ...answer, refusal: { ...answer.refusal, detail: { ...detail, outcomeId } } }
}
