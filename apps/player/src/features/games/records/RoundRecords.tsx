import { Button, Empty, ErrorCard, Skeleton } from '@palpite/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { RoundRow } from './RoundRow.tsx'

const key = 'GET /api/app/games/rounds'

const useRoundPages = () =>
  useInfiniteQuery({
    queryKey: [key, 'pages'],
    queryFn: ({ pageParam }) =>
      api(key, { query: pageParam === null ? {} : { cursor: pageParam }, loading: false, inline: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Rounds are played on another page: coming here, the list is read anew.
    staleTime: 0,
  })

/** The rounds of the small games, newest first, each to be verified. */
export function RoundRecords() {
  const t = useText()
  const pages = useRoundPages()
  const { data, isError, refetch } = pages
  if (!data) {
    return isError ? (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void refetch()}
      />
    ) : (
      <div className="grid gap-8">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-84" />
        ))}
      </div>
    )
  }
  const rounds = data.pages.flatMap((page) => page.rounds)
  if (rounds.length === 0) {
    return (
      <Empty
        icon="dice-five-duotone"
        title={t('games.records.none')}
        text={t('games.records.noneText')}
        action={
          <Button kind="play" size="m" onClick={() => go(hrefOf('dice'))}>
            {t('games.records.play')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      <ul className="grid gap-8">
        {rounds.map((round) => (
          <RoundRow key={round.roundId} round={round} />
        ))}
      </ul>
      <LoadMore pages={pages} label={t('games.records.more')} />
    </div>
  )
}
