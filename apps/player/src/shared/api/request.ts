import { currencyCode, languageCode } from '../text/language.ts'
import { deviceId, useToken } from '../session.ts'
import { consumeActivity } from './activity.ts'

export type Values = Readonly<Record<string, unknown>>

/** The web app's name in the `devices` header. */
const deviceKind = 'web'

/** Calls that the specification wants form-encoded; one of them has no body and still declares the type. */
const formPaths = [
  '/api/app/main/RESETPWD/',
  '/api/app/main/setPwd',
  '/api/app/order/prePay/',
  '/api/app/order/getStatus/',
]

const formType = 'application/x-www-form-urlencoded'

/** The headers that the specification has on every call. */
const callHeaders = (): Record<string, string> => {
  const { token } = useToken.getState()
  return {
    devices: deviceKind,
    lang: languageCode(),
    curreny: currencyCode(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    deviceId: deviceId(),
    ...(token ? { Authorization: token } : {}),
  }
}

/** These and whether the page was used since the last call; only queued calls report and reset that. */
const headers = () => ({ ...callHeaders(), active: consumeActivity() ? '1' : '0' })

const asText = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new Error('only plain values go into an address or a form')
}

const present = (values: Values): [string, string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    // Lists become repeated names without index marks (SPEC §7).
    if (Array.isArray(value)) return value.map((each): [string, string] => [name, asText(each)])
    return [[name, asText(value)]]
  })

/** Fills the `:name` parts of a path and adds the query. Asserts: every part has its value. */
export const addressOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(present(query)).toString()
  return search ? `${filled}?${search}` : filled
}

/** What `fetch` is given for a call. */
export const requestOf = (method: string, path: string, body: Values | undefined): RequestInit => {
  const asForm = formPaths.some((prefix) => path.startsWith(prefix))
  if (body === undefined)
    return { method, headers: { ...headers(), ...(asForm && { 'content-type': formType }) } }
  return {
    method,
    headers: {
      ...headers(),
      'content-type': asForm ? formType : 'application/json',
    },
    body: asForm ? new URLSearchParams(present(body)).toString() : JSON.stringify(body),
  }
}
