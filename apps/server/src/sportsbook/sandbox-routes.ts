import { z } from 'zod'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { checkPart } from '../platform/http/check.ts'
import { noQuery, takesQuery } from '../platform/http/plain-routes.ts'
import { refuseField } from '../platform/http/serve.ts'
import { competitionOf, FAULTS, scheduleMatch } from './feeds/index.ts'
import type { SportsbookSettings } from './settings.ts'

const team = z.string().min(1).max(80)
const shape = z
  .strictObject({
    home: team,
    away: team,
    startsInSeconds: z.number().min(0).max(86_400),
    /** Match seconds in one second. */
    speed: z.number().min(1).max(100_000),
    seed: z.string().min(1).max(80).optional(),
    /** What is to befall it. */
    fault: z.enum(FAULTS).optional(),
    /** Between which seconds of the match its first goal falls. */
    firstGoal: z.strictObject({ from: z.int().min(0), to: z.int().max(6000) }).optional(),
  })
  .refine(({ home, away }) => home !== away && competitionOf(home, away) !== undefined, { path: ['away'] })

/**
 * A call for tests: schedules a match whose result the answer tells. It is there only beside a sandbox; a
 * production server refuses to start beside one.
 */
export function sandboxRoutes(
  { app }: Api,
  deps: Deps,
  readSettings: () => Promise<SportsbookSettings>,
): void {
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
}
