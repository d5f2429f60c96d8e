import { Button, ErrorCard, Skeleton } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Bet } from './bet.ts'
import { BetCard } from './BetCard.tsx'
import { useCashOuts } from './use-cash-outs.ts'

type Props = { betId: string; onLeave: () => void }

/** The bet a message links to, expanded, regardless of filter and page. */
export function LinkedBet({ betId, onLeave }: Props) {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/sportsbook/bets/:betId', {
    params: { betId },
    loading: false,
  })
  return (
    <div className="grid gap-8">
      {data ? (
        <OpenedBet key={betId} bet={data} />
      ) : isError ? (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-220 rounded-18" />
        </div>
      )}
      <Button kind="secondary" size="m" onClick={onLeave}>
        {t('sportsbook.records.seeAll')}
      </Button>
    </div>
  )
}

/** Expanded, and sold from here as from the list. */
function OpenedBet({ bet }: { bet: Bet }) {
  const cashOutOf = useCashOuts([bet])
  return <BetCard bet={bet} cashOut={cashOutOf(bet)} isOpened />
}
