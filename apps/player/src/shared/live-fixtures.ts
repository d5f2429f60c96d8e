import type { Calls, PublicEvents } from '@palpite/contract'
import { type QueryKey, replaceEqualDeep } from '@tanstack/react-query'
import { callKey } from './api/use-call.ts'
import type { Fixture } from './fixture.ts'
import { mergePrices, newerFixture } from './live-prices.ts'
import { queryClient } from './query.ts'

type Prices = PublicEvents['prices']
type FixtureList = Calls['GET /api/app/sportsbook/fixtures']['data']

const listCall = 'GET /api/app/sportsbook/fixtures'
const fixtureCall = 'GET /api/app/sportsbook/fixture/:fixtureId'

queryClient.setQueryDefaults([fixtureCall], {
  structuralSharing: (held, answered) =>
    replaceEqualDeep(held, newerFixture(held as Fixture | undefined, answered as Fixture)),
})
queryClient.setQueryDefaults([listCall], {
  structuralSharing: (held, answered) =>
    replaceEqualDeep(held, newerList(held as FixtureList | undefined, answered as FixtureList)),
})

const newerList = (held: FixtureList | undefined, answered: FixtureList): FixtureList => {
  const known = new Map(
    held?.flatMap(({ fixtures }) => fixtures).map((fixture) => [fixture.fixtureId, fixture]),
  )
  return answered.map((group) => ({
    ...group,
    fixtures: group.fixtures.map((fixture) => newerFixture(known.get(fixture.fixtureId), fixture)),
  }))
}

/**
 * Writes pushed prices in order: main markets into the lists, the others into the whole fixture. A list is written
 * once, however many of its matches changed.
 */
export const writePrices = (pushes: readonly Prices[]): void => {
  const main = pushes.filter(({ scope }) => scope === 'main')
  for (const { queryKey } of main.length > 0 ? findLists() : []) {
    write<FixtureList>(queryKey, (list) => replaceInList(list, main))
  }
  for (const push of pushes) if (push.scope === 'whole') writeWhole(push)
}

const findLists = () => queryClient.getQueryCache().findAll({ queryKey: [listCall] })

const writeWhole = (prices: Prices): void => {
  const key = keyOf(prices.fixtureId)
  const held = queryClient.getQueryData<Fixture>(key)
  if (!held) return // its first answer is pending; what it misses shows with the next push, or `watched`
  const { fixture, hasGap } = mergePrices(held, prices)
  if (hasGap) void requestUpTo(prices.fixtureId, prices.version)
  else if (fixture !== held) write<Fixture>(key, () => fixture)
}

/**
 * Writes a push into a cached answer without changing its age: a push about one match says nothing about the rest of a
 * list, and the connection tracks the push's freshness.
 */
const write = <T>(key: QueryKey, change: (held: T) => T): void => {
  const held = queryClient.getQueryState<T>(key)
  if (held?.data === undefined) return
  queryClient.setQueryData<T>(key, change(held.data), { updatedAt: held.dataUpdatedAt })
}

const replaceInList = (list: FixtureList, pushes: readonly Prices[]): FixtureList => {
  const merged = (held: Fixture): Fixture =>
    pushes.reduce(
      (fixture, prices) =>
        prices.fixtureId === held.fixtureId ? mergePrices(fixture, prices).fixture : fixture,
      held,
    )
  const moved = new Set(pushes.map(({ fixtureId }) => fixtureId))
  const isMoved = ({ fixtureId }: Fixture) => moved.has(fixtureId)
  if (!list.some(({ fixtures }) => fixtures.some(isMoved))) return list
  return list.map((group) =>
    group.fixtures.some(isMoved)
      ? { ...group, fixtures: group.fixtures.map((held) => (isMoved(held) ? merged(held) : held)) }
      : group,
  )
}

/** The server reports the versions of the watched fixtures: an older cached one missed something. */
export const writeWatched = ({ versions }: PublicEvents['watched']): void => {
  for (const [fixtureId, version] of versions) {
    const held = queryClient.getQueryData<Fixture>(keyOf(fixtureId))
    if (held ? held.version < version : isFetching(fixtureId)) void requestUpTo(fixtureId, version)
  }
}

const keyOf = (fixtureId: string) => callKey(fixtureCall, { params: { fixtureId } })

const isFetching = (fixtureId: string): boolean =>
  queryClient.getQueryState(keyOf(fixtureId))?.fetchStatus === 'fetching'

/** The newest known version of each fixture being reloaded. */
const wanted = new Map<string, number>()
/** An answer may have been sent before the change; a second one was not. */
const maxRequests = 3

/** Reloads a whole fixture until it is as new as this version. Concurrent requests share one reload. */
const requestUpTo = async (fixtureId: string, version: number): Promise<void> => {
  const isAsked = wanted.has(fixtureId)
  wanted.set(fixtureId, Math.max(wanted.get(fixtureId) ?? 0, version))
  if (isAsked) return
  const key = keyOf(fixtureId)
  for (let requests = 0; requests < maxRequests; requests += 1) {
    const held = queryClient.getQueryData<Fixture>(key)
    if (held && held.version >= (wanted.get(fixtureId) ?? 0)) break
    await queryClient.refetchQueries({ queryKey: key, type: 'active' }, { cancelRefetch: false })
  }
  wanted.delete(fixtureId)
}
