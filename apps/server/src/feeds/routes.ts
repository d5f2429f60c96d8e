import { z } from 'zod'
import type { Deps } from '../platform/deps.ts'
import { type Api, refuseField, refuseWith } from '../platform/http/serve.ts'
import { checkPart } from '../platform/http/request.ts'
import { noQuery, takesQuery } from '../platform/http/plain-routes.ts'
import type { Sportsbook } from '../sportsbook/index.ts'
import { advanceMatch, scheduleMatch } from './simulator/sandbox-matches.ts'
import { DISRUPTIONS } from './simulator/disruptions.ts'
import { competitionOf } from './simulator/calendar.ts'

const team = z.string().min(1).max(80)
const shape = z
  .strictObject({
    home: team,
    away: team,
    startsInSeconds: z.number().min(0).max(86_400),
    /** Match seconds in one second. */
    speed: z.number().min(1).max(100_000),
    seed: z.string().min(1).max(80).optional(),
    /** The disruption to play. */
    fault: z.enum(DISRUPTIONS).optional(),
    /** The span of match seconds for the first goal. */
    firstGoal: z.strictObject({ from: z.int().min(0), to: z.int().max(6000) }).optional(),
  })
  .refine(({ home, away }) => home !== away && competitionOf(home, away) !== undefined, { path: ['away'] })

const advance = z.strictObject({
  to: z.union([
    z.enum(['kick-off', 'goal', 'end']),
    /** In football the displayed minute; in other sports a minute since the start. */
    z.strictObject({ minute: z.int().min(1).max(1000) }),
  ]),
})

type Needs = Pick<Sportsbook, 'readSettings' | 'settle'>

/**
 * Test calls: one schedules a match and returns its result, one plays a simulated match up to a given moment. They
 * exist only beside a sandbox; a production server refuses to start beside one.
 */
export function sandboxRoutes({ app }: Api, deps: Deps, { readSettings, settle }: Needs): void {
  if (deps.config.SANDBOX_URL === undefined) return
  app.post('/api/sandbox/match', takesQuery(noQuery), async (request, reply) => {
    const read = checkPart(shape, request.body)
    if ('wrong' in read) return refuseField(reply, request, read.wrong || 'body')
    const { seed, fault, firstGoal, ...match } = read.value as z.output<typeof shape>
    const { fixtureId, result } = await scheduleMatch(deps, await readSettings(), {
      ...match,
      ...(seed === undefined ? {} : { seed }),
      ...(fault && { fault }),
      ...(firstGoal && { firstGoal }),
    })
    return reply.send({ status: 200, message: '', data: { fixtureId: String(fixtureId), result } })
  })
  app.post<{ Params: { id: string } }>(
    '/api/sandbox/match/:id/advance',
    takesQuery(noQuery),
    async (request, reply) => {
      const read = checkPart(advance, request.body)
      if ('wrong' in read) return refuseField(reply, request, read.wrong || 'body')
      const { to } = read.value as z.output<typeof advance>
      const fixtureId = Number(request.params.id)
      const match =
        Number.isSafeInteger(fixtureId) && (await advanceMatch(deps, await readSettings(), { fixtureId, to }))
      if (!match) return refuseWith(reply, request, { code: 'not_found' })
      await settle() // pays what was decided on the way before answering, not at the next run
      return reply.send({ status: 200, message: '', data: { ...match, fixtureId: String(match.fixtureId) } })
    },
  )
}
