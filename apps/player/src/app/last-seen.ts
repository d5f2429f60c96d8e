import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query'
import { queryClient } from '../shared/query.ts'
import { useToken } from '../shared/session.ts'
import { deviceKeys } from '../shared/device-keys.ts'

type Kept = DehydratedState['queries'][number]

/** What is read again without a connection: matches, records and messages. Money and offers of another day are not shown. */
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

/** The newest answers that are kept, and for how long. */
const MAX_KEPT = 60
const MAX_AGE_MS = 7 * 86_400_000
/** A screen asks several calls at once: what they answer is written down together. */
const WRITE_AFTER_MS = 1000

const STORE = deviceKeys.lastSeen
const ADDRESS = '/last-seen'

const kept = new Map<string, Kept>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps on this device what the screens of matches, records and messages showed last, and shows it where a call fails for
 * want of a connection; the cache knows how old it is. It is the player's who is logged in, and forgotten with the session.
 */
export const keepLastSeen = async (): Promise<void> => {
  await read()
  if (!navigator.onLine) show([...kept.values()])
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !readable.has(event.query.queryKey[0])) return
    // What the socket changes comes many times a second, and with the next answer anyway.
    if (event.action.type === 'success' && !event.action.manual) return writeLater()
    const known = kept.get(event.query.queryHash)
    if (event.action.type === 'error' && known && !navigator.onLine) show([known])
  })
  useToken.subscribe(({ token }, before) => {
    if (token !== before.token) forget()
  })
  writeLater() // the first screen's answers may have come before
}

/** When the oldest of what is in sight came; nothing where none of it is. */
export const lastSeenAt = (): number | undefined => {
  const inSight = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => isReadable(query))
  return inSight.length === 0 ? undefined : Math.min(...inSight.map(({ state }) => state.dataUpdatedAt))
}

/** Puts answers into the cache that are not too old, and newer than those held there. */
const show = (queries: readonly Kept[]): void =>
  hydrate(queryClient, {
    mutations: [],
    queries: queries.filter(({ state }) => state.dataUpdatedAt > Date.now() - MAX_AGE_MS),
  })

const forget = (): void => {
  kept.clear()
  clearTimeout(timer)
  timer = undefined
  void caches.delete(STORE).catch(() => undefined) // without a store there is nothing to forget
}

const writeLater = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    void write().catch(() => undefined) // a full disk keeps nothing; the app works without
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
  if (useToken.getState().token !== token) return // left meanwhile: it is nothing for whoever comes next
  await store.put(ADDRESS, Response.json({ owner, queries: [...kept.values()] }))
}

const read = async (): Promise<void> => {
  const found = await caches.match(ADDRESS, { cacheName: STORE })
  if (!found) return
  // Written above, under the session it belongs to.
  const { owner, queries } = (await found.json()) as { owner: string; queries: Kept[] }
  if (owner !== (await ownerOf(useToken.getState().token))) return forget()
  for (const query of queries) kept.set(query.queryHash, query)
}

/** Tells sessions apart without holding what opens them. */
const ownerOf = async (token: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
