import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query'
import { queryClient } from '../shared/query.ts'
import { useToken } from '../shared/session.ts'
import { deviceKeys } from '../shared/device-keys.ts'

type Kept = DehydratedState['queries'][number]

/**
 * The calls whose answers are shown again offline: matches, records and messages; never balances or offers.
 */
const readable: ReadonlySet<unknown> = new Set([
  'GET /api/app/sportsbook/sports',
  'GET /api/app/sportsbook/fixtures',
  'GET /api/app/sportsbook/live',
  'GET /api/app/sportsbook/fixture/:fixtureId',
  'GET /api/app/sportsbook/bets',
  'GET /api/app/sportsbook/bets/:betId',
  'GET /api/app/games/rounds',
  'GET /api/app/order/records',
  'GET /api/app/messages/list',
  'GET /api/app/messages/message/:messageId',
])

const isReadable = ({ queryKey, state }: Query): boolean =>
  readable.has(queryKey[0]) && state.data !== undefined

/** How many answers are kept, and for how long. */
const MAX_KEPT = 60
const MAX_AGE_MS = 7 * 86_400_000
/** A screen makes several calls at once: their answers are stored together. */
const WRITE_AFTER_MS = 1000

const STORE = deviceKeys.lastSeen
const ADDRESS = '/last-seen'

const kept = new Map<string, Kept>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Stores the last answers of matches, records and messages on the device, and shows them when a call fails offline,
 * with their age. They belong to the logged-in player and are deleted with the session.
 */
export const keepLastSeen = async (): Promise<void> => {
  await read()
  if (!navigator.onLine) show([...kept.values()])
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !readable.has(event.query.queryKey[0])) return
    // Socket updates come many times a second, and are in the next answer anyway.
    if (event.action.type === 'success' && !event.action.manual) return writeLater()
    const known = kept.get(event.query.queryHash)
    if (event.action.type === 'error' && known && !navigator.onLine) show([known])
  })
  useToken.subscribe(({ token }, before) => {
    if (token !== before.token) forget()
  })
  writeLater() // the first screen's answers may be there already
}

/** The time of the oldest shown answer; undefined if none is shown. */
export const lastSeenAt = (): number | undefined => {
  const inSight = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => isReadable(query))
  return inSight.length === 0 ? undefined : Math.min(...inSight.map(({ state }) => state.dataUpdatedAt))
}

/** Writes recent enough answers into the cache, unless newer ones are there. */
const show = (queries: readonly Kept[]): void =>
  hydrate(queryClient, {
    mutations: [],
    queries: queries.filter(({ state }) => state.dataUpdatedAt > Date.now() - MAX_AGE_MS),
  })

const forget = (): void => {
  kept.clear()
  clearTimeout(timer)
  timer = undefined
  void caches.delete(STORE).catch(() => undefined) // without a store there is nothing to delete
}

const writeLater = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    void write().catch(() => undefined) // a full disk stores nothing; the app works without
  }, WRITE_AFTER_MS)
}

const write = async (): Promise<void> => {
  const { token } = useToken.getState()
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: isReadable })
  for (const query of queries) kept.set(query.queryHash, query)
  const old = [...kept.values()]
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(MAX_KEPT)
  for (const { queryHash } of old) kept.delete(queryHash)
  const owner = await ownerOf(token)
  const store = await caches.open(STORE)
  if (useToken.getState().token !== token) return // the player left meanwhile: not for the next one
  await store.put(ADDRESS, Response.json({ owner, queries: [...kept.values()] }))
}

const read = async (): Promise<void> => {
  const found = await caches.match(ADDRESS, { cacheName: STORE })
  if (!found) return
  // The stored file has the shape that `write` gives it.
  const { owner, queries } = (await found.json()) as { owner: string; queries: Kept[] }
  if (owner !== (await ownerOf(useToken.getState().token))) return forget()
  for (const query of queries) kept.set(query.queryHash, query)
}

/** Identifies a session without storing its token. */
const ownerOf = async (token: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
