import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../web/refusal.ts'
import { sameSecret } from '../../web/secret.ts'
import type { World } from '../../world.ts'
import { tokenHash } from './guard.ts'
import { deleteStaleTokens, insertToken } from './queries.ts'
import { SCOPES } from './scopes.ts'

const tokenAsk = z.object({ grant_type: z.string(), scope: z.string().optional() })

/** OAuth 2.0 client credentials (RFC 6749 §4.4), which give access to the bank. */
export const accessRoutes = (web: FastifyInstance, world: World): void => {
  web.post('/oauth/token', { config: { operation: 'token' } }, async (request, reply) => {
    if (!isOurClient(world, request.headers.authorization)) {
      reply.header('www-authenticate', 'Basic realm="sandbox"')
      throw new Refusal(401, { error: 'invalid_client' })
    }
    const input = tokenAsk.safeParse(request.body ?? {})
    if (!input.success) throw new Refusal(400, { error: 'invalid_request' })
    if (input.data.grant_type !== 'client_credentials')
      throw new Refusal(400, { error: 'unsupported_grant_type' })
    return issueToken(world, grantedScopes(input.data.scope))
  })
}

const isOurClient = (world: World, authorization: string | undefined): boolean => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return false
  const { clientId, clientSecret } = world.settings
  return sameSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${clientId}:${clientSecret}`)
}

/** A request without scopes gets all of them, as at banks whose application was set up with all. */
const grantedScopes = (asked: string | undefined): readonly string[] => {
  const scopes = (asked ?? '').split(' ').filter((scope) => scope !== '')
  if (scopes.some((scope) => !SCOPES.some((known) => known === scope))) {
    throw new Refusal(400, { error: 'invalid_scope' })
  }
  return scopes.length > 0 ? scopes : SCOPES
}

const issueToken = (world: World, scopes: readonly string[]): object => {
  const token = randomBytes(32).toString('base64url')
  const lifeSeconds = world.settings.tokenLifeSeconds
  world.store.atomically(() => {
    deleteStaleTokens(world.store, world.now())
    insertToken(world.store, { hash: tokenHash(token), scopes, expiresAt: world.now() + lifeSeconds * 1000 })
  })
  return { access_token: token, token_type: 'Bearer', expires_in: lifeSeconds, scope: scopes.join(' ') }
}
