import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, problemBody, Refusal } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { readScopes } from './queries.ts'
import type { Scope } from './scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a caller's token must have. */
    scope?: Scope
  }
}

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Admits only callers with a valid token, and only to the calls that its scopes allow. */
export const guardScope = (scope: FastifyInstance, world: World): void => {
  scope.addHook('preHandler', async (request, reply) => {
    const needed = request.routeOptions.config.scope
    const scopes = readScopes(world.store, tokenHash(bearer(request)), world.now())
    if (scopes === undefined) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      throw new Refusal(401, { ...problemBody('AcessoNegado'), status: 401 }, 'application/problem+json')
    }
    if (needed === undefined || !scopes.includes(needed)) throw problem('AcessoNegado')
  })
}

const bearer = (request: FastifyRequest): string =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
