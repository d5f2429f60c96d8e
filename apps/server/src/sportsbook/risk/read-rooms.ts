import type { Sql } from '../../platform/db/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { selectOpenOutcomes } from './queries.ts'
import { type FixtureRisk, fixtureRisks, type Rooms, roomsOf } from './rooms.ts'

/** Notes what bets on a match may cost more than when its room was read. */
export type TakeRoom = (fixtureId: number, cents: number) => void

/**
 * The worst scenarios of all matches with open bets, and what is left of the bounds they count towards, less what was
 * taken of it since: as they are read anew only after seconds.
 */
export async function readRooms(
  sql: Sql,
  settings: Pick<SportsbookSettings, 'maxScenarioCents' | 'riskLimits'>,
): Promise<{ risks: FixtureRisk[]; roomOf: Rooms; takeRoom: TakeRoom }> {
  const risks = fixtureRisks(await selectOpenOutcomes(sql))
  const taken = new Map<number, number>()
  const whole = roomsOf(risks, settings)
  return {
    risks,
    roomOf: (of) => Math.max(0, whole(of) - (taken.get(of.fixtureId) ?? 0)),
    takeRoom: (fixtureId, cents) => void taken.set(fixtureId, (taken.get(fixtureId) ?? 0) + cents),
  }
}
