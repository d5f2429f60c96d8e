import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../../shared/api/api.ts'
import { useLiveEvent, useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Bet } from './bet.ts'
import { mergeBets } from './merge-bets.ts'

export const betFilters = ['all', 'open', 'won', 'lost'] as const
export type BetFilter = (typeof betFilters)[number]

const listCall = 'GET /api/app/sportsbook/bets'
/** The socket tells of settled bets; the scores of open ones are asked for. */
const pollMs = 20_000
const maxWatched = 100

/** The filter in the address, and how to choose another one. */
export const useBetFilter = (): [BetFilter, (filter: BetFilter) => void] => {
  const [search, setSearch] = useSearchParams()
  const filter = betFilters.find((each) => each === search.get('bets')) ?? 'all'
  const choose = (chosen: BetFilter) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('bets', chosen)
        return next
      },
      { replace: true },
    )
  return [filter, choose]
}

/** The bet that the address names, and how to leave it for the list. */
export const useLinkedBet = (): [string | undefined, () => void] => {
  const [search, setSearch] = useSearchParams()
  const betId = search.get('bet') ?? ''
  const leave = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('bet')
        return next
      },
      { replace: true },
    )
  return [/^[0-9A-HJKMNP-TV-Z]{13}$/.test(betId) ? betId : undefined, leave]
}

/** The player's bets of a filter, newest first, page by page; those settled meanwhile show it where they stand. */
export const useBets = (filter: BetFilter) => {
  const query = useInfiniteQuery({
    queryKey: [listCall, { filter }],
    queryFn: ({ pageParam }) =>
      api(listCall, {
        query: {
          ...(filter === 'all' ? {} : { status: filter }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        loading: false,
        inline: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pollMs,
  })
  const settled = useSettledMeanwhile(filter)
  const bets =
    query.data &&
    mergeBets(
      query.data.pages.flatMap((page) => page.bets),
      settled,
    )
  const open = bets?.filter(({ status }) => status === 'open') ?? []
  useWatchedFixtures(
    [...new Set(open.flatMap(({ legs }) => legs.map(({ fixtureId }) => fixtureId)))].slice(0, maxWatched),
  )
  return { ...query, bets }
}

/** A bet that is settled leaves the list of open ones; here it stays in sight, with its result, until one looks away. */
const useSettledMeanwhile = (filter: BetFilter): readonly Bet[] => {
  const [settled, setSettled] = useState<readonly Bet[]>([])
  useLiveEvent('betSettled', ({ betId }) => {
    if (filter !== 'open') return
    void api('GET /api/app/sportsbook/bets/:betId', { params: { betId }, loading: false, inline: true }).then(
      (bet) => setSettled((before) => [bet, ...before.filter((each) => each.betId !== betId)]),
      // The list itself says it too, one filter further.
      () => undefined,
    )
  })
  return filter === 'open' ? settled : []
}
