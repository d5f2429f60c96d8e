import {
  type OperatorCall,
  type OperatorCallKey,
  type OperatorCalls,
  operatorCalls,
} from '@palpite/contract/backoffice'
import type { FastifyInstance } from 'fastify'
import type { Result } from '../result.ts'
import { type CallerOf, type OperatorSession, visitor } from './callers.ts'
import { andThen, type Cookies, cookiesOf } from './request.ts'
import { headerOf, isCrossSite, isUse, readInput, refuseField, refuseWith, tokenOf } from './serve.ts'

/** What the operators' API needs: the web server, and the owner of an operator's token. */
export type OperatorApi = {
  app: FastifyInstance
  /** Accepts operators' tokens only; a player's token is invalid here. */
  authenticate: (token: string, isUse: boolean) => Promise<OperatorSession | undefined>
  /** False if this operator is over the rate limit. */
  admit: (operatorId: number) => Promise<boolean>
  /** False if this address is over the rate limit, before anything of its session is read. */
  admitVisitor: (ip: string) => Promise<boolean>
  /** Called once a call of this operator that may have written is done, before it is answered. */
  wrote?: (operatorId: number) => Promise<void>
}

type CallerKind<K extends OperatorCallKey> = (typeof operatorCalls)[K]['permission'] extends 'visitor'
  ? 'visitor'
  : 'operator'

/** An operator's call as a command receives it: validated input, and an authorised caller. */
export type OperatorRequest<K extends OperatorCallKey> = {
  params: OperatorCalls[K]['params']
  query: OperatorCalls[K]['query']
  body: OperatorCalls[K]['body']
  caller: CallerOf<CallerKind<K>>
  ip: string
  userAgent: string
  cookies: Cookies
}

export type OperatorHandler<K extends OperatorCallKey> = (
  request: OperatorRequest<K>,
) => Promise<Result<OperatorCalls[K]['data']>>

/**
 * Opens one call of the back office. The permission is checked before anything else of the request: others learn
 * nothing, not even whether the input was valid.
 */
export function serveOperator<K extends OperatorCallKey>(
  api: OperatorApi,
  key: K,
  handle: OperatorHandler<K>,
): void {
  const call: OperatorCall = operatorCalls[key]
  const needed = call.permission
  const [method, url] = key.split(' ') as ['GET' | 'POST', string]
  api.app.route({
    method,
    url,
    ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
    handler: async (request, reply) => {
      if (isCrossSite(request)) return refuseWith(reply, request, { code: 'blocked_by_policy' })
      const token = needed === 'visitor' ? undefined : tokenOf(request)
      const readSession = async () =>
        token === undefined ? undefined : api.authenticate(token, isUse(request))
      // Ending a session needs only that session; all other calls are counted before the session lookup in the
      // database: invented tokens would cost as much as real ones.
      let operator = call.isNeverPutOff ? await readSession() : undefined
      if (!operator) {
        if (!(await api.admitVisitor(request.ip))) {
          return refuseWith(reply, request, { code: 'too_many_requests' })
        }
        operator = call.isNeverPutOff ? undefined : await readSession()
        if (operator && !(await api.admit(operator.operatorId))) {
          return refuseWith(reply, request, { code: 'too_many_requests' })
        }
      }
      if (needed !== 'visitor') {
        if (!operator) return refuseWith(reply, request, { code: 'logged_out' })
        if (!operator.permissions.has(needed)) return refuseWith(reply, request, { code: 'forbidden' })
      }
      const input = readInput(call, request)
      if ('wrong' in input) return refuseField(reply, request, input.wrong)
      const work = handle({
        ...input.parts,
        caller: operator ? { kind: 'operator', ...operator } : visitor,
        ip: request.ip,
        userAgent: headerOf(request, 'user-agent') ?? '',
        cookies: cookiesOf(request, reply),
      } as OperatorRequest<K>)
      const wroteBy = method === 'GET' ? undefined : operator?.operatorId
      const answer = await (wroteBy === undefined ? work : andThen(work, async () => api.wrote?.(wroteBy)))
      if (!answer.ok) return refuseWith(reply, request, answer.refusal)
      return reply.send({ status: 200, message: '', data: answer.value })
    },
  })
}
