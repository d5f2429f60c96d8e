import * as z from 'zod/mini'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Busy } from '../errors.ts'

type Checked = { value: unknown } | { wrong: string }

/**
 * Checks one part of a request against its schema. `wrong` names the first field that does not fit, or an
 * unknown one; it is empty when the part as a whole does not.
 */
export function checkPart(shape: unknown, given: unknown): Checked {
  if (shape === undefined) return isEmpty(given) ? { value: undefined } : { wrong: firstField(given) }
  const read = z.safeParse(shape as z.ZodMiniType, given)
  if (read.success) {
    const wrong = unstorable(read.data)
    return wrong === undefined ? { value: read.data } : { wrong }
  }
  const issue = read.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  return { wrong: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') }
}

/**
 * The first field whose text no database takes: a NUL, or half a character. Refused here once, because in a
 * statement it would fail as a bug of ours, far from whoever sent it.
 */
function unstorable(given: unknown): string | undefined {
  if (typeof given === 'string') return given.includes('\0') || /\p{Surrogate}/u.test(given) ? '' : undefined
  if (typeof given !== 'object' || given === null) return undefined
  for (const [name, value] of Object.entries(given)) {
    const within = unstorable(value)
    if (within !== undefined) return within === '' ? name : `${name}.${within}`
  }
  return undefined
}

const isEmpty = (given: unknown) =>
  given === undefined || given === null || (typeof given === 'object' && Object.keys(given).length === 0)

const firstField = (given: unknown) =>
  typeof given === 'object' && given !== null ? (Object.keys(given)[0] ?? '') : ''

/** A cookie for our own calls alone: no script reads it, and no other site's page sends it. */
type Cookie = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

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

/**
 * What a client says of the device it runs on, by the headers of the specification. Kept with the session, for whoever
 * looks into one; nothing is decided by it, since a client may say what it likes.
 */
export type Device = {
  /** `devices`: `web` for the web app. */
  kind: string
  /** `deviceId`: drawn by the app and kept on the device. */
  id: string
  /** `zone`: the time zone it runs in, as `America/Sao_Paulo`. */
  zone: string
  userAgent: string
}

/** The most that is kept of each; the app's own are shorter. */
const LENGTHS = { kind: 20, id: 64, zone: 64, userAgent: 200 } as const

/** The device a request says it comes from; what it does not say is empty. */
export const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Device => ({
  kind: cut(headers['devices'], LENGTHS.kind),
  id: cut(headers['deviceid'], LENGTHS.id),
  zone: cut(headers['zone'], LENGTHS.zone),
  userAgent: cut(headers['user-agent'], LENGTHS.userAgent),
})

const cut = (value: string | string[] | undefined, length: number): string =>
  (Array.isArray(value) ? value.join() : (value ?? '')).slice(0, length)

/**
 * The work's answer, or that it did not come in time. For calls that only read: the work goes on and nobody waits for it, so
 * one that writes would be done and told as if it were not.
 */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Busy('no answer in time')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
