import type { LookupAddress } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import type { Config } from './config.ts'
import { Fault } from './errors.ts'

/** The configuration that lists the private origins the server may call. */
type Named = Pick<Config, 'NODE_ENV' | 'STUDIO_URL' | 'PRIVATE_ORIGINS'>

/** Resolves a name to all its addresses. */
type Resolve = (host: string) => Promise<LookupAddress[]>

export type Outside = { config: Named; resolve: Resolve }

/** The resolver of this server's system. */
export const outsideOf = (config: Named): Outside => ({
  config,
  resolve: (host) => lookUp(host, { all: true }),
})

type NotOutside = 'malformed' | 'not_https' | 'private_address'

/** The IPv6 space routed between networks. */
const routed6 = new BlockList()
routed6.addSubnet('2000::', 3, 'ipv6')

/**
 * Addresses that are not public: this machine, private and shared networks (cloud metadata included), documentation,
 * multicast, and IPv6 that embeds an IPv4 address. Source: the special-purpose registries of IANA.
 */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's metadata service has a public address.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !closed.check(address, 'ipv4')
  return kind === 6 && routed6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The time limit of a name lookup that only checks an address; each call looks it up again. */
const LOOK_MS = 500

/**
 * Why an address given by an operator or a studio may not be called; undefined if it may: https in production, and
 * public by every address of its name. An unknown name passes: the call itself is checked again.
 */
export async function whyNotOutside(outside: Outside, address: string): Promise<NotOutside | undefined> {
  const url = URL.parse(address)
  const why = url === null ? 'malformed' : whyNotUrl(outside, url)
  if (url === null || why !== undefined || isNamed(outside, url)) return why
  const waiting = new AbortController()
  const found = await Promise.race([
    outside.resolve(hostOf(url)).catch(() => []),
    pass(LOOK_MS, [], { signal: waiting.signal }),
  ])
  waiting.abort()
  return found.every((one) => isPublicAddress(one.address)) ? undefined : 'private_address'
}

type Call = { method: 'GET' | 'HEAD'; maxBytes: number; signal: AbortSignal }

/** The answer: its status, and its text up to the limit. */
type OutsideAnswer = { status: number; text: string }

/**
 * Calls an address given by an operator or a studio. The connection goes to the addresses that were checked, so a
 * name that changes in between leads nowhere else; redirects are returned, not followed. Throws a Fault if the call
 * is not allowed.
 */
export async function callOutside(outside: Outside, address: string, call: Call): Promise<OutsideAnswer> {
  const url = URL.parse(address)
  const why = url === null ? 'malformed' : whyNotUrl(outside, url)
  if (url === null || why !== undefined) throw new Fault(`${address} is not called: ${why}`)
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    const request = url.protocol === 'https:' ? overHttps : overHttp
    request(
      url,
      {
        method: call.method,
        // A connection of its own, so none opened to an unchecked address is reused.
        agent: false,
        signal: call.signal,
        ...(isNamed(outside, url) ? {} : { lookup: checkedLookup(outside) }),
      },
      answered,
    )
      .on('error', failed)
      .end()
  })
  let text = ''
  answer.setEncoding('utf8')
  for await (const part of answer as AsyncIterable<string>) {
    text += part
    if (text.length > call.maxBytes) throw new Fault(`${url.origin} sends too long an answer`)
  }
  return { status: answer.statusCode ?? 0, text }
}

/** Resolves a name for a connection, and refuses it if any of its addresses is not public. */
const checkedLookup =
  ({ resolve }: Outside): LookupFunction =>
  (host, options, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        const isPublic = first !== undefined && found.every((one) => isPublicAddress(one.address))
        if (!isPublic) answer(new Fault(`${host} is not called: private_address`), '')
        else if (options.all) answer(null, found)
        else answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, ''),
    )
  }

/** The checks on the address itself, before resolving. */
function whyNotUrl(outside: Outside, url: URL): NotOutside | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'malformed'
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'malformed'
  if (isNamed(outside, url)) return undefined
  if (url.protocol === 'http:' && outside.config.NODE_ENV === 'production') return 'not_https'
  // A literal address is never resolved.
  const host = hostOf(url)
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'private_address' : undefined
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether the configuration lists this origin: the studio beside the server, a partner in the same network. */
const isNamed = ({ config: { STUDIO_URL, PRIVATE_ORIGINS } }: Outside, { origin }: URL): boolean =>
  [STUDIO_URL, ...(PRIVATE_ORIGINS?.split(' ') ?? [])].some(
    (named) => named !== undefined && URL.parse(named)?.origin === origin,
  )

/** The health of an external system this process calls: a bank, a register, a studio, a chain. */
export type PortStatus = {
  name: string
  answered: number
  failed: number
  /** Consecutive failed calls. */
  failedInARow: number
  /** Milliseconds since the last answer, because a server's own clock may be wrong; null if there was none. */
  answeredAgoMs: number | null
  failedAgoMs: number | null
}

type Kept = Pick<PortStatus, 'answered' | 'failed' | 'failedInARow'> & {
  answeredAt: number | null
  failedAt: number | null
}

/** Operators can add any number of studios, and names are kept: only this many are tracked. */
const MAX_PORTS = 200

const ports = new Map<string, Kept>()

/** Records the result of an outside call; `name` names the system, as `bank pix`. */
export function notePort(name: string, outcome: 'answered' | 'failed'): void {
  if (!ports.has(name) && ports.size >= MAX_PORTS) return
  const before = ports.get(name) ?? {
    answered: 0,
    failed: 0,
    failedInARow: 0,
    answeredAt: null,
    failedAt: null,
  }
  const now = performance.now()
  ports.set(
    name,
    outcome === 'answered'
      ? { ...before, answered: before.answered + 1, failedInARow: 0, answeredAt: now }
      : { ...before, failed: before.failed + 1, failedInARow: before.failedInARow + 1, failedAt: now },
  )
}

/** Awaits an outside call, records its result, and passes it on. */
export async function notedCall<T>(name: string, call: Promise<T>): Promise<T> {
  try {
    const answer = await call
    notePort(name, 'answered')
    return answer
  } catch (error) {
    notePort(name, 'failed')
    throw error
  }
}

/** The health of every system this process has called, by name. */
export function portStatuses(): PortStatus[] {
  const now = performance.now()
  const since = (at: number | null) => (at === null ? null : Math.round(now - at))
  return [...ports]
    .map(([name, { answeredAt, failedAt, ...kept }]) => ({
      name,
      ...kept,
      answeredAgoMs: since(answeredAt),
      failedAgoMs: since(failedAt),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
