import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../../shared/api/api.ts'
import { useLiveEvent, useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Bet } from './bet.ts'
import { type BetFilter, type BetSearch, queryOf } from './bet-search.ts'
import { mergeBets } from './merge-bets.ts'

const listCall = 'GET /api/app/sportsbook/bets'
/** The socket reports settled bets; scores of open ones are polled. */
const pollMs = 20_000
const maxWatched = 100

/** The bet named in the address, and the way back to the list. */
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

/** The player's matching bets, newest first, paged; those settled meanwhile are updated in place. */
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

/** A settled bet leaves the server's open list; here it stays visible with its result. */
const useSettledMeanwhile = (filter: BetFilter): readonly Bet[] => {
  const [settled, setSettled] = useState<readonly Bet[]>([])
  useLiveEvent('betSettled', ({ betId }) => {
    if (filter !== 'open') return
    void api('GET /api/app/sportsbook/bets/:betId', { params: { betId }, loading: false, inline: true }).then(
      (bet) => setSettled((before) => [bet, ...before.filter((each) => each.betId !== betId)]),
      // After a failure the list under another filter has the bet.
      () => undefined,
    )
  })
  return filter === 'open' ? settled : []
}
