import { Button, Empty, ErrorCard } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { fixtureName } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { sportViews } from '../../../shared/sports.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { columnHeads } from './column-heads.ts'
import { listMarkets } from './list-markets.ts'
import { MatchRow } from './MatchRow.tsx'
import { useIsOutdated } from '../../../shared/use-connection.ts'
import { firstComing } from './use-fixtures.ts'
import type { Place } from './use-place.ts'

type Props = { place: Place; goTo: (change: Partial<Place>) => void }

/** No match at this time: the one that comes next, with its prices. A sport without any says so, and leads on. */
export function NothingHere({ place, goTo }: Props) {
  const t = useText()
  const { start } = useFormat()
  const week = useCall(
    'GET /api/app/sportsbook/fixtures',
    { query: { sport: place.sport, when: 'week' }, loading: false },
    { enabled: place.when !== 'week' || place.day !== undefined },
  )
  const isOutdated = useIsOutdated(week.dataUpdatedAt)
  const next = firstComing(week.data ?? [])
  const [market] = listMarkets(week.data ?? [])
  const { icon, text: name } = sportViews[place.sport]
  if (week.isLoading) return null
  if (week.isError && !week.data) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void week.refetch()}
      />
    )
  }
  if (!next) {
    return (
      <Empty
        icon={icon}
        title={t('sportsbook.empty.sport', { sport: t(name) })}
        text={t('sportsbook.empty.sportText')}
        action={
          place.sport === 'football' ? undefined : (
            <Button kind="secondary" size="m" onClick={() => goTo({ sport: 'football', when: 'live' })}>
              {t('sportsbook.empty.toFootball')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <Empty
        icon={icon}
        title={t(place.when === 'live' ? 'sportsbook.empty.live' : 'sportsbook.empty.time')}
        text={t('sportsbook.empty.next', { when: start(next, 'kickOff'), match: fixtureName(next) })}
        action={
          <Button kind="secondary" size="m" onClick={() => goTo({ when: 'week', day: undefined })}>
            {t('sportsbook.empty.toWeek')}
          </Button>
        }
      />
      <section aria-label={next.competition} className="hairline overflow-hidden rounded-18 bg-surface-1">
        <h2 className="flex min-h-44 items-center gap-6 px-12 text-14 font-700">
          {next.competition}
          {next.simulated && <SimulatedTag />}
        </h2>
        <MatchRow
          fixture={next}
          shown={market?.key ?? ''}
          columns={market ? columnHeads(market).length : 0}
          withDay
          frozen={week.isError || isOutdated}
        />
      </section>
    </>
  )
}
