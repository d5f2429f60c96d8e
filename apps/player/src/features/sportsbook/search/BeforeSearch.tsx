import { useCall } from '../../../shared/api/use-call.ts'
import { fixtureName } from '../../../shared/fixture.ts'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { eventHref } from '../../../shared/paths.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { busiestLeagues } from './busiest-leagues.ts'
import { forgetSearches, useRecentSearches } from './recent-searches.ts'
import { SearchGroup, SearchRow } from './SearchRow.tsx'

/**
 * Before typing: recent searches, popular markets, and the leagues with most matches now. A tap searches, or opens the
 * match.
 */
export function BeforeSearch({ onChoose }: { onChoose: (words: string) => void }) {
  const t = useText()
  const recent = useRecentSearches((state) => state.words)
  const { data: live = [] } = useCall('GET /api/app/sportsbook/live', { loading: false })
  const { data: popular } = useCall('GET /api/app/sportsbook/popular', { loading: false })
  const isPopular = ({ competition }: { competition: string }) =>
    popular?.leagues.some((league) => league.competition === competition) ?? false
  const busiest = busiestLeagues(live).filter((league) => !isPopular(league))
  return (
    <>
      <p className="px-8 text-13 text-text-2">{t('sportsbook.search.hint')}</p>
      <SearchRow icon="star-fill" onPress={() => openOverlay('favourites')}>
        <span className="min-w-0 flex-1 font-600">{t('sportsbook.follow.title')}</span>
      </SearchRow>
      {recent.length > 0 && (
        <SearchGroup
          title={t('sportsbook.search.recent')}
          aside={
            <button
              type="button"
              onClick={forgetSearches}
              className="tap-s cursor-pointer text-13 font-600 text-brand-text hover:underline"
            >
              {t('sportsbook.search.forget')}
            </button>
          }
        >
          {recent.map((words) => (
            <SearchRow key={words} icon="clock" onPress={() => onChoose(words)}>
              <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
            </SearchRow>
          ))}
        </SearchGroup>
      )}
      {popular && popular.leagues.length + popular.fixtures.length > 0 && (
        <SearchGroup title={t('sportsbook.search.mostBet')}>
          {popular.fixtures.map((fixture) => (
            <SearchRow
              key={fixture.fixtureId}
              icon={sportViews[fixture.sport].icon}
              onPress={() => go(eventHref(fixture.fixtureId))}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{fixtureName(fixture)}</span>
            </SearchRow>
          ))}
          {popular.leagues.map(({ sport, competition }) => (
            <SearchRow
              key={`${sport}${competition}`}
              icon={sportViews[sport].icon}
              onPress={() => onChoose(competition)}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{competition}</span>
            </SearchRow>
          ))}
        </SearchGroup>
      )}
      {busiest.length > 0 && (
        <SearchGroup title={t('sportsbook.search.popular')}>
          {busiest.map(({ sport, competition }) => (
            <SearchRow key={competition} icon={sportViews[sport].icon} onPress={() => onChoose(competition)}>
              <span className="min-w-0 flex-1 wrap-anywhere">{competition}</span>
            </SearchRow>
          ))}
        </SearchGroup>
      )}
    </>
  )
}
