import { Button, Chip, Empty, ErrorCard, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { refusalCode } from '../../../shared/api/api-error.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import type { PageProps } from '../../../shared/feature.ts'
import type { Fixture, Market } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsOutdated } from '../../../shared/use-connection.ts'
import { useFixture } from '../list/use-fixtures.ts'
import { MiniBar } from '../slip/MiniBar.tsx'
import { useSlip } from '../slip-store.ts'
import { groupsOf, marketGroups, openIdsOf, type Topic, topics } from './market-groups.ts'
import { MarketCard } from './MarketCard.tsx'
import { Scoreboard } from './Scoreboard.tsx'

/** One match: how it stands, and every market on it. */
export function EventPage({ params }: PageProps) {
  const t = useText()
  const { when: ago } = useFormat()
  const { data: fixture, isError, error, dataUpdatedAt, refetch } = useFixture(params['id'] ?? '')
  const isOutdated = useIsOutdated(dataUpdatedAt)
  const hasLegs = useSlip(({ legs }) => legs.length > 0)
  const isUnknown = isError && refusalCode(error) === 'not_found'
  return (
    <>
      <TopBar isLong title={fixture?.competition ?? t('sportsbook.event.title')} />
      <main data-slip={hasLegs || undefined} className="px-12 pb-12 data-slip:pb-66">
        {(isError || isOutdated) && !isUnknown && (
          <div className="pb-10">
            <ErrorCard
              title={t(isOutdated ? 'sportsbook.list.noLine' : 'app.section.failed')}
              text={fixture && t('sportsbook.list.stale', { when: ago(dataUpdatedAt) })}
              retryLabel={t('app.section.retry')}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        {isUnknown && (
          <Empty
            icon="soccer-ball-duotone"
            title={t('sportsbook.event.unknown')}
            action={
              <Button kind="secondary" size="m" onClick={() => go(hrefOf('footballPage'), { replace: true })}>
                {t('sportsbook.event.toList')}
              </Button>
            }
          />
        )}
        {!fixture && !isError && <EventSkeleton />}
        {fixture && <Match fixture={fixture} frozen={isError || isOutdated} />}
      </main>
      <MiniBar />
    </>
  )
}

const topicTexts: Readonly<Record<Topic, TextKey>> = {
  all: 'sportsbook.topic.all',
  match: 'sportsbook.topic.match',
  firstHalf: 'sportsbook.period.half1',
}

function Match({ fixture, frozen }: { fixture: Fixture; frozen: boolean }) {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const groups = marketGroups(fixture.markets, useOffered(fixture.markets))
  const topic = topics.find((each) => each === search.get('topic')) ?? 'all'
  const offered = topics.filter((each) => groupsOf(groups, each).length > 0)
  const shown = groupsOf(groups, offered.includes(topic) ? topic : 'all')
  return (
    <>
      <Scoreboard fixture={fixture} />
      {offered.length > 2 && (
        <div
          role="group"
          aria-label={t('sportsbook.topic.label')}
          className="no-bar flex gap-6 overflow-x-auto pt-12"
        >
          {offered.map((each) => (
            <Chip
              key={each}
              chosen={each === topic}
              onClick={() => setSearch({ topic: each }, { replace: true })}
            >
              {t(topicTexts[each])}
            </Chip>
          ))}
        </div>
      )}
      <div className="grid gap-8 pt-10">
        {shown.map((group) => (
          <MarketCard key={group.key} fixture={fixture} group={group} frozen={frozen} />
        ))}
      </div>
      {fixture.simulated && (
        <p className="px-4 pt-16 text-12 text-text-3">{t('sportsbook.simulated.text')}</p>
      )}
      {shown.length === 0 && (
        <Empty
          icon="ticket-duotone"
          title={t('sportsbook.event.noMarkets')}
          action={
            <Button kind="secondary" size="m" onClick={() => go(hrefOf('footballPage'))}>
              {t('sportsbook.event.toList')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** The markets that could be bet on when any last could. */
const useOffered = (markets: readonly Market[]): ReadonlySet<string> => {
  const open = openIdsOf(markets).join()
  const [offered, setOffered] = useState(open)
  if (open !== '' && open !== offered) setOffered(open)
  return new Set(offered.split(','))
}

function EventSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8">
      <Skeleton className="h-180 rounded-18" />
      <Skeleton className="h-110 rounded-18" />
      <Skeleton className="h-220 rounded-18" />
    </div>
  )
}
