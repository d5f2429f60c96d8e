import type { FastifyRequest } from 'fastify'

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
