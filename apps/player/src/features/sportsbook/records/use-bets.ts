import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../../shared/api/api.ts'
import { useLiveEvent, useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Bet } from './bet.ts'
import { type BetFilter, type BetSearch, queryOf } from './bet-search.ts'
import { mergeBets } from './merge-bets.ts'

const listCall = 'GET /api/app/sportsbook/bets'
/** The socket tells of settled bets; the scores of open ones are asked for. */
const pollMs = 20_000
const maxWatched = 100

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

/** The player's bets that are looked for, newest first, page by page; those settled meanwhile show it where they stand. */
export const useBets = (search: BetSearch) => {
  const asked = queryOf(search)
  const query = useInfiniteQuery({
    queryKey: [listCall, asked],
    queryFn: ({ pageParam }) =>
      api(listCall, {
        query: { ...asked, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        loading: false,
        inline: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pollMs,
  })
  const settled = useSettledMeanwhile(search.bets)
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
