import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie for our own calls alone: no script reads it, and no other site's page sends it. */
export type Cookie = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

export type Cookies = {
  read: (name: string) => string | undefined
  write: (cookie: Cookie) => void
}

/** The cookies of one call. They never say who calls: sessions come in the header. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => cookieIn(request.headers.cookie ?? '', name),
  write: ({ name, value, path, seconds, isSecure }) => {
    const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
    void reply.header('set-cookie', `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`)
  },
})

const cookieIn = (header: string, name: string): string | undefined => {
  const found = header.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
