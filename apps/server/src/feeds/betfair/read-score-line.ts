import * as z from 'zod/mini'
import { attemptReading, type FeedReading, stopReading } from '../../sportsbook/index.ts'
import { readJson } from '../read-json.ts'

const MAX_CHARACTERS = 200_000

const name = z.string().check(z.maxLength(120))
const innings = z.object({
  inningsNum: z.int().check(z.gte(1), z.lte(4)),
  battingTeam: z.optional(name),
  inningsRuns: z.int(),
  inningsOvers: z.string().check(z.regex(/^\d{1,3}(\.[0-6])?$/)),
  inningsWickets: z.int().check(z.gte(0), z.lte(10)),
})
const side = z.object({ name, selectionId: z.optional(z.int().check(z.gte(1), z.lte(2 ** 40))) })
const change = z.object({
  eventId: z.string().check(z.maxLength(30)),
  marketId: z.string().check(z.maxLength(30)),
  fixtureInfo: z.optional(
    z.object({
      homeTeam: z.optional(name),
      awayTeam: z.optional(name),
      expectedStartTime: z.optional(z.int()),
      fixtureStatus: z.enum(['PRE_MATCH', 'IN_RUNNING', 'FINISHED']),
      eventStatus: name,
      maxOvers: z.optional(z.int().check(z.gte(1), z.lte(200))),
    }),
  ),
  /** Who the sides are in the markets of the match. */
  homeTeam: z.optional(side),
  awayTeam: z.optional(side),
  matchStats: z.optional(
    z.object({ currentInnings: z.int(), inningsStats: z.array(innings).check(z.maxLength(4)) }),
  ),
})
const line = z.object({
  op: z.string(),
  clk: z.optional(z.string().check(z.maxLength(60))),
  pt: z.optional(z.int().check(z.gte(1))),
  cc: z.optional(z.array(change).check(z.maxLength(100))),
})

export type ScoreChange = z.output<typeof change>

export type ScoreLine = {
  readonly publishedAt: Date
  readonly clock: string
  readonly changes: readonly ScoreChange[]
}

/** One JSON line of the stream of cricket scores. A negative score is refused by name. */
export const readScoreLine = (text: string): FeedReading<ScoreLine> =>
  attemptReading(() => {
    const read = readJson(text, line, MAX_CHARACTERS)
    if (read.op !== 'ccm') return stopReading('unknown_kind', read.op.slice(0, 40))
    const changes = read.cc ?? []
    const negative = changes
      .flatMap(({ matchStats }) => matchStats?.inningsStats ?? [])
      .find(({ inningsRuns }) => inningsRuns < 0)
    if (negative)
      stopReading('score_negative', `${negative.inningsRuns} runs in innings ${negative.inningsNum}`)
    return {
      publishedAt: new Date(read.pt ?? stopReading('field_missing', 'pt')),
      clock: read.clk ?? stopReading('field_missing', 'clk'),
      changes,
    }
  })

/** While the ball is in play, or something is being looked at, no bets are taken. */
export const isBallDead = (eventStatus: string): boolean => eventStatus === 'MATCH_STABLE'
