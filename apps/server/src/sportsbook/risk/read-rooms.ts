import type { Sql } from '../../platform/db/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { selectOpenOutcomes } from './queries.ts'
import { type FixtureRisk, fixtureRisks, type Rooms, roomsOf } from './rooms.ts'

/** The worst scenarios of all matches with open bets, and what is left of the bounds they count towards. */
export async function readRooms(
  sql: Sql,
  settings: Pick<SportsbookSettings, 'maxScenarioCents'>,
): Promise<{ risks: FixtureRisk[]; roomOf: Rooms }> {
  const risks = fixtureRisks(await selectOpenOutcomes(sql))
  return { risks, roomOf: roomsOf(risks, settings) }
}
