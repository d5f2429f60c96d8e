import { Button, Empty } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { fixtureName } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { sportViews } from '../../../shared/sports.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { columnHeads } from './column-heads.ts'
import { listMarkets } from './list-markets.ts'
import { MatchRow } from './MatchRow.tsx'
import { useIsOutdated } from '../../../shared/use-connection.ts'
import { firstComing } from './use-fixtures.ts'
import { modeTexts } from './TimeModes.tsx'
import type { Place } from './use-place.ts'
import { timeOf } from './week-days.ts'

type Props = { place: Place; goTo: (change: Partial<Place>) => void }

/** No match at this time: shows the next one with prices; a sport without any says so and links on. */
export function NothingHere({ place, goTo }: Props) {
  const t = useText()
  const { start } = useFormat()
  const coming = useCall('GET /api/app/sportsbook/fixtures', {
    query: { sport: place.sport, when: 'next' },
    loading: false,
  })
  const isOutdated = useIsOutdated(coming.dataUpdatedAt)
  const next = firstComing(coming.data ?? [])
  const [now] = useState(() => Date.now())
  const time = timeOf(next?.startsAt ?? '', now)
  const [market] = listMarkets(coming.data ?? [])
  const { icon, text: name } = sportViews[place.sport]
  if (coming.isLoading) return null
  if (coming.isError && !coming.data) {
    return <NotLoaded refetch={coming.refetch} />
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
          <Button kind="secondary" size="m" onClick={() => goTo({ when: time, day: undefined })}>
            {t(time === 'week' ? 'sportsbook.empty.toWeek' : modeTexts[time])}
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
          frozen={coming.isError || isOutdated}
        />
      </section>
    </>
  )
}
