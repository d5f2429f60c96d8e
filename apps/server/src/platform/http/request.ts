import * as z from 'zod/mini'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Busy } from '../errors.ts'

type Checked = { value: unknown } | { wrong: string }

/**
 * Validates one part of a request. `wrong` names the first invalid or unknown field; it is empty if the part as a
 * whole is invalid.
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
 * The first field with text no database accepts: a NUL, or an unpaired surrogate. Refused here once, because in a
 * statement it would fail as a bug of ours, far from its sender.
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

/** A cookie for our own calls: no script reads it, and no other site's page sends it. */
type Cookie = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

export type Cookies = {
  read: (name: string) => string | undefined
  write: (cookie: Cookie) => void
}

/** Reads and writes cookies where a call asks for them; other cookies are not parsed. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(cookie, { hook: false })
}

/** The cookies of one call. They never authenticate: sessions come in the header. */
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
 * The device according to the client, in the headers of the specification. Stored with the session for inspection;
 * nothing is decided by it, since a client may send anything.
 */
export type Device = {
  /** `devices`: `web` for the web app. */
  kind: string
  /** `deviceId`: created by the app and kept on the device. */
  id: string
  /** `zone`: its time zone, such as `America/Sao_Paulo`. */
  zone: string
  userAgent: string
}

/** The maximum stored length of each; the app's own are shorter. */
const LENGTHS = { kind: 20, id: 64, zone: 64, userAgent: 200 } as const

/** The device of a request; missing headers are empty. */
export const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Device => ({
  kind: cut(headers['devices'], LENGTHS.kind),
  id: cut(headers['deviceid'], LENGTHS.id),
  zone: cut(headers['zone'], LENGTHS.zone),
  userAgent: cut(headers['user-agent'], LENGTHS.userAgent),
})

const cut = (value: string | string[] | undefined, length: number): string =>
  (Array.isArray(value) ? value.join() : (value ?? '')).slice(0, length)

/**
 * The work's answer, or a busy answer if it takes too long. Only for reads: the work continues unobserved, so a write
 * would be done although reported as not.
 */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Busy('no answer in time')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Settles as the work does, but only after `done` has run: also after a failure, because the work may have
 * written all the same.
 */
export async function andThen<T>(work: Promise<T>, done: () => Promise<void>): Promise<T> {
  try {
    return await work
  } finally {
    await done()
  }
}
