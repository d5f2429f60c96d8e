export type Bet = {
  id: string
  roundId: string
  stakeCents: number
  status: string
  winCents: number
  cashedOutAt: number | null
  autoAt: number | null
  nonce: number | null
}

export type State = {
  ok: true
  balanceCents: number
  isDemo: boolean
  pageOrigin: string
  name: string
  returnPpm: number
  /** Of the slot: how many of a million spins pay something. */
  hitsPpm: number
  minStakeCents: number
  maxStakeCents: number
  minRoundMs: number
  seeds: { serverSeedHash: string; clientSeed: string; nonce: number }
  /** Of the slot: free rounds granted to the player, those that expire first before others. */
  freeRounds: { grant: string; left: number; stakeCents: number }[]
  bets: Bet[]
}

export type Answer<T> = ({ ok: true } & T) | { ok: false; code: string }

let bearer = ''
const bearerKey = `studio.${location.pathname}`

/** Calls the studio; `no_answer` if nothing answers. A request may be repeated with its id. */
export async function call<T>(path: string, body?: object): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Answer<T>
  } catch {
    return { ok: false, code: 'no_answer' }
  }
}

/**
 * Opens the session: by the launch token, which is removed from the address; by the bearer token after a reload; or
 * as a demo.
 */
export async function enter(game: 'palpite-slot' | 'palpite-crash'): Promise<Answer<State>> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  const isDemo = new URLSearchParams(location.search).has('demo')
  history.replaceState(null, '', location.pathname + location.search)
  if (!token) {
    bearer = sessionStorage.getItem(bearerKey) ?? ''
    if (bearer) {
      const state = await call<State>('/api/state')
      if (state.ok) return state
    }
    if (!isDemo) return { ok: false, code: 'session_closed' }
  }
  bearer = ''
  const entered = await call<State & { bearer: string }>('/api/enter', token ? { token } : { demo: game })
  if (entered.ok) {
    bearer = entered.bearer
    sessionStorage.setItem(bearerKey, bearer)
  }
  return entered
}

/** The same, repeated if the first outcome is unknown: by its id it is one request, however often it is sent. */
export async function callTwice<T>(path: string, body: object): Promise<Answer<T>> {
  const first = await call<T>(path, body)
  return !first.ok && (first.code === 'try_again' || first.code === 'no_answer') ? call<T>(path, body) : first
}

/** An id for a request that is repeated until it is answered. */
export const newRequestId = (): string => crypto.randomUUID()

/** Attempts, some seconds apart, after which the studio counts as gone. */
const MAX_MISSED = 3

/** A browser reopens a broken stream, but gives up one that was answered with an error: that one is reopened here. */
const RETRY_MS = 3000

/** Subscribes to a stream of the studio, reopening it whenever it ends; reports once if it stays gone. */
export function subscribeToStream<T>(
  path: string,
  receive: (value: T) => void,
  notifyGone: () => void,
): void {
  let missed = 0
  const open = () => {
    const stream = new EventSource(path)
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      missed = 0
      receive(JSON.parse(data) as T)
    })
    stream.addEventListener('error', () => {
      missed += 1
      if (missed === MAX_MISSED) notifyGone()
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, RETRY_MS)
    })
  }
  open()
}
