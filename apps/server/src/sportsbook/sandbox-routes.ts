import { z } from 'zod'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { refuseWith } from '../platform/http/serve.ts'
import { leagueOf, scheduleMatch } from './feeds/index.ts'
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
  })
  .refine(({ home, away }) => home !== away && leagueOf(home, away) !== undefined, { path: ['away'] })

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
  app.post('/api/sandbox/match', async (request, reply) => {
    const read = shape.safeParse(request.body)
    if (!read.success) {
      const field = read.error.issues[0]?.path.join('.') || 'body'
      return refuseWith(reply, request, { code: 'bad_request', values: { field }, detail: { field } })
    }
    const { seed, ...match } = read.data
    const { fixtureId, result } = await scheduleMatch(deps, await readSettings(), {
      ...match,
      ...(seed === undefined ? {} : { seed }),
    })
    return reply.send({ status: 200, message: '', data: { fixtureId: String(fixtureId), result } })
  })
}
