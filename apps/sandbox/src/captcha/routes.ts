import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readShape } from '../web/read-shape.ts'
import { Refusal } from '../web/refusal.ts'
import { sameSecret } from '../web/secret.ts'
import type { World } from '../world.ts'

const LIFE_MS = 10 * 60_000
const MAX_KEPT = 10_000

const answerShape = z.strictObject({ text: z.string().min(1).max(100) })
type WithCode = { Params: { codeId: string } }

/**
 * Captcha solutions, sent by the server that drew them and read by tests, which cannot read pictures. Kept in memory
 * for ten minutes, the life of a captcha.
 */
export const captchaRoutes = (web: FastifyInstance, world: World): void => {
  const answers = new Map<string, Readonly<{ text: string; until: number }>>()
  web.put<WithCode>('/captcha/:codeId', async (request, reply) => {
    const given = request.headers.authorization ?? ''
    if (!sameSecret(given, `Bearer ${world.settings.clientSecret}`)) {
      throw new Refusal(401, {
        reason: 'unauthorized',
        message: 'Only the server tells what a captcha shows.',
      })
    }
    const { text } = readShape(answerShape, request.body)
    const { codeId } = request.params
    // Re-inserted at the end, so that the oldest come first and are removed first.
    answers.delete(codeId)
    answers.set(codeId, { text, until: world.now() + LIFE_MS })
    const oldest = answers.size > MAX_KEPT ? answers.keys().next().value : undefined
    if (oldest !== undefined) answers.delete(oldest)
    return reply.code(204).send()
  })
  web.get<WithCode>('/captcha/:codeId', async (request) => {
    const answer = answers.get(request.params.codeId)
    if (answer === undefined || answer.until < world.now()) {
      throw new Refusal(404, { reason: 'unknown', message: 'No such captcha, or it is too old.' })
    }
    return { text: answer.text }
  })
}
