import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A cookie for our own calls alone: no script reads it, and no other site's page sends it. */
export type Cookie = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

export type Cookies = {
  read: (name: string) => string | undefined
  write: (cookie: Cookie) => void
}

/** Reads and writes cookies where a call asks for them: cookies of all others are not looked at. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookie, { hook: false })
}

/** The cookies of one call. They never say who calls: sessions come in the header. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => request.server.parseCookie(request.headers.cookie ?? '')[name],
  write: ({ name, value, path, seconds, isSecure }) => {
    const attributes = { path, maxAge: seconds, httpOnly: true, sameSite: 'strict' } as const
    void reply.header(
      'set-cookie',
      request.server.serializeCookie(name, value, { ...attributes, secure: isSecure }),
    )
  },
})
