import type { Sql } from '../../platform/db/index.ts'
import { readFixtures } from '../catalogue/read-catalogue.ts'
import { readRisks } from './exposure-headroom.ts'
import { costsOf, headroomCents, type ScenarioBounds } from './headroom-rules.ts'

export type WorstScenarios = Awaited<ReturnType<typeof readWorst>>

/**
 * The matches that may cost the house most, each with how it would have to end for that, and how much more it may cost by
 * the most restrictive of the bounds that count for it; and what all of the book may cost. The dearest first.
 */
export async function readWorst(sql: Sql, bounds: ScenarioBounds, max: number) {
  const risks = await readRisks(sql)
  const costs = costsOf(risks)
  const dearest = risks.toSorted((one, other) => other.costCents - one.costCents).slice(0, max)
  const fixtures = await readFixtures(
    sql,
    dearest.map(({ fixtureId }) => fixtureId),
    'none',
  )
  const shown = new Map(fixtures.map((fixture) => [fixture.fixtureId, fixture]))
  return {
    book: { costCents: costs.book, maxCents: bounds.maxScenarioCents.book },
    matches: dearest.flatMap((risk) => {
      const fixture = shown.get(String(risk.fixtureId))
      if (!fixture) return []
      const { sport, title, home, away, competition, startsAt, matchStatus } = fixture
      const leftCents = headroomCents(risk, [costs], bounds)
      return [{ ...risk, sport, leftCents, title, home, away, competition, startsAt, matchStatus }]
    }),
  }
}
