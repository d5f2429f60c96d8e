import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../../shared/api/api.ts'
import { useLiveEvent, useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Bet } from './bet.ts'
import { mergeBets } from './merge-bets.ts'

export const betFilters = ['all', 'open', 'won', 'lost', 'cashed_out', 'refunded'] as const
export type BetFilter = (typeof betFilters)[number]

/** Placed at any time, or within so many days. */
export const betPeriods = ['all', '7', '30', '90'] as const
export type BetPeriod = (typeof betPeriods)[number]

const listCall = 'GET /api/app/sportsbook/bets'
/** The socket tells of settled bets; the scores of open ones are asked for. */
const pollMs = 20_000
const maxWatched = 100

/** What the address chooses of these by this name, and how to choose another one. */
const useChosen = <Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (chosen: Choice) => void] => {
  const [search, setSearch] = useSearchParams()
  const found = choices.find((each) => each === search.get(name)) ?? choices[0]
  const choose = (chosen: Choice) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(name, chosen)
        return next
      },
      { replace: true },
    )
  return [found, choose]
}

/** How the bets in sight stand. */
export const useBetFilter = () => useChosen('bets', betFilters)

/** When they were placed. */
export const useBetPeriod = () => useChosen('days', betPeriods)

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

/** The player's bets of a filter and a period, newest first, page by page; those settled meanwhile show it where they stand. */
export const useBets = (filter: BetFilter, period: BetPeriod) => {
  const query = useInfiniteQuery({
    queryKey: [listCall, { filter, period }],
    queryFn: ({ pageParam }) =>
      api(listCall, {
        query: {
          ...(filter === 'all' ? {} : { status: filter }),
          ...(period === 'all' ? {} : { days: period }),
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
