import { Button, Chip, Empty, ErrorCard, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { refusalCode } from '../../../shared/api/api-error.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import type { PageProps } from '../../../shared/feature.ts'
import { type Fixture, hasField, type Market } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsBroad, useIsWide } from '../../../shared/use-is-wide.ts'
import { useIsOutdated } from '../../../shared/use-connection.ts'
import { FormPanel } from '../league-table/FormPanel.tsx'
import { WideColumns } from '../list/WideColumns.tsx'
import { useFixture } from '../list/use-fixtures.ts'
import { MiniBar } from '../slip/MiniBar.tsx'
import { BuilderCard } from '../builder/BuilderCard.tsx'
import { canBuild, offersBuilder, toggleBuilding, useBuilder } from '../builder/builder-store.ts'
import { useSlip } from '../slip-store.ts'
import { useNotedPrices } from '../prices/seen-prices.ts'
import { BoostCard } from './BoostCard.tsx'
import { EndedMarkets } from './EndedMarkets.tsx'
import { LivePanel } from './LivePanel.tsx'
import { type MarketGroup, marketGroups, type Offered, openIdsOf, splitEnded } from './market-groups.ts'
import { MarketCard } from './MarketCard.tsx'
import { useHeldPrice } from '../quick/use-held-price.ts'
import { pinnedFirst, usePins } from './pinned-markets.ts'
import { Scoreboard } from './Scoreboard.tsx'
import { groupsOf, startsFolded, topicsOf, topicText } from './topics.ts'

/** A match: its state and every market. */
export function EventPage({ params }: PageProps) {
  const t = useText()
  useHeldPrice()
  const { when: ago } = useFormat()
  const { data: fixture, isError, error, dataUpdatedAt, refetch } = useFixture(params['id'] ?? '')
  const isOutdated = useIsOutdated(dataUpdatedAt)
  const hasLegs = useSlip(({ legs }) => legs.length > 0)
  const isWide = useIsWide()
  const isBuilding = useBuilder((state) => state.fixtureId === params['id'])
  const isUnknown = isError && refusalCode(error) === 'not_found'
  return (
    <>
      <TopBar isLong title={fixture?.competition ?? t('sportsbook.event.title')} />
      <WideColumns>
        <main data-slip={hasLegs || undefined} className="px-12 pb-12 data-slip:pb-66 wide:px-0">
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
                <Button
                  kind="secondary"
                  size="m"
                  onClick={() => go(hrefOf('footballPage'), { replace: true })}
                >
                  {t('sportsbook.event.toList')}
                </Button>
              }
            />
          )}
          {!fixture && !isError && <EventSkeleton />}
          {fixture && <Match fixture={fixture} frozen={isError || isOutdated} />}
        </main>
      </WideColumns>
      {!isWide && !isBuilding && <MiniBar />}
    </>
  )
}

/** Cards further down start folded: a football match has sixty. */
const maxOpenCards = 10

function Match({ fixture, frozen }: { fixture: Fixture; frozen: boolean }) {
  const t = useText()
  const isBroad = useIsBroad()
  const hasSides = !hasField(fixture)
  const [search, setSearch] = useSearchParams()
  const pins = usePins((state) => state.pins)
  useNotedPrices(fixture)
  const isBuilding = useBuilder((state) => state.fixtureId === fixture.fixtureId)
  const offeredMarkets = useOffered(fixture.markets)
  const buildable = fixture.markets.filter((market) => canBuild(market))
  const markets = isBuilding ? buildable : fixture.markets
  const groups = marketGroups(markets, offeredMarkets)
  const offered = topicsOf(groups)
  const topic = offered.find((each) => each === search.get('topic')) ?? offered[0] ?? 'all'
  const ofTopic = pinnedFirst(groupsOf(groups, topic), pins)
  const { shown, ended } = partsOf(ofTopic)
  return (
    <div className="tree-wide:grid tree-wide:grid-cols-[300fr_345fr] tree-wide:items-start tree-wide:gap-12">
      <div className="grid gap-8 tree-wide:sticky tree-wide:top-68">
        <Scoreboard fixture={fixture} />
        {fixture.state && !fixture.isOutright && <LivePanel fixture={fixture} />}
        {isBroad && hasSides && <FormPanel fixture={fixture} />}
      </div>
      <div>
        <div className="flex flex-wrap items-start gap-6 pt-12 empty:hidden tree-wide:pt-4">
          {offered.length > 1 && (
            <div
              role="group"
              aria-label={t('sportsbook.topic.label')}
              className="no-bar flex min-w-0 flex-[1_1_calc(var(--spacing)*220)] gap-6 overflow-x-auto wide:contents"
            >
              {offered.map((each) => (
                <Chip
                  key={each}
                  chosen={each === topic}
                  onClick={() => setSearch({ topic: each }, { replace: true })}
                >
                  {t(topicText(fixture.sport, each))}
                </Chip>
              ))}
            </div>
          )}
          {/* Beside the topic tabs if there is room, so that it stays visible while they scroll; on a desktop all wrap together. */}
          {(isBuilding || offersBuilder(fixture)) && (
            <Chip chosen={isBuilding} onClick={() => toggleBuilding(fixture.fixtureId)}>
              {t('sportsbook.builder.title')}
            </Chip>
          )}
        </div>
        {!isBuilding && <BoostCard fixture={fixture} />}
        <div className="grid gap-8 pt-10">
          {shown.map((group, place) => (
            <MarketCard
              key={`${group.key} ${topic} ${isBuilding}`}
              fixture={fixture}
              group={group}
              isLed={topic === 'main'}
              pinned={pins.includes(group.key)}
              startsOpen={isBuilding || (place < maxOpenCards && !startsFolded(group, topic))}
              short={topic === 'main' && !isBuilding}
              frozen={frozen}
            />
          ))}
          {ended.length > 0 && !isBuilding && (
            <EndedMarkets key={topic} fixture={fixture} groups={ended} pins={pins} frozen={frozen} />
          )}
        </div>
        {isBuilding && <BuilderCard />}
        {!isBroad && hasSides && (
          <div className="pt-10">
            <FormPanel fixture={fixture} />
          </div>
        )}
        {fixture.simulated && (
          <p className="px-4 pt-16 text-12 text-text-3">{t('sportsbook.simulated.text')}</p>
        )}
        {ofTopic.length === 0 && (
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
      </div>
    </div>
  )
}

/** The open and the closed markets; of a finished match all are shown. */
function partsOf(groups: readonly MarketGroup[]): {
  shown: readonly MarketGroup[]
  ended: readonly MarketGroup[]
} {
  const parts = groups.map(splitEnded)
  const shown = parts.flatMap((part) => part.shown ?? [])
  return shown.length === 0
    ? { shown: groups, ended: [] }
    : { shown, ended: parts.flatMap((part) => part.ended ?? []) }
}

/** The markets open when any was last open, and those open at any time on this page. */
const useOffered = (markets: readonly Market[]): Offered => {
  const open = openIdsOf(markets).join()
  const [offered, setOffered] = useState({ open, ever: new Set(open.split(',')) })
  if (open !== '' && open !== offered.open)
    setOffered({ open, ever: new Set([...offered.ever, ...open.split(',')]) })
  return { last: new Set(offered.open.split(',')), ever: offered.ever }
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
