import type { Calls } from '@palpite/contract'
import { Icon, Skeleton } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { useMarked } from './followed.ts'
import { favouritesOf, type League } from './leagues.ts'
import { useCountryNames } from './use-country-name.ts'
import type { Place } from './use-place.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  sports: Calls['GET /api/app/sportsbook/sports']['data'] | undefined
  /** Undefined while loading: its space is reserved. */
  leagues: readonly League[] | undefined
}

const entry =
  'flex min-h-34 w-full cursor-pointer items-center gap-8 rounded-11 px-8 text-start text-13 text-text-2 aria-pressed:bg-brand-tint aria-pressed:font-700 aria-pressed:text-text hover:bg-surface-2'

/** All sports, and the selected one's leagues by country; favourites first. A rail of icons if narrow. */
export function SportsTree({ place, goTo, sports, leagues: known }: Props) {
  const t = useText()
  const nameOf = useCountryNames()
  const marked = useMarked()
  const leagues = known ?? []
  const favourites = leagues.filter(({ competition }) => marked.leagues.includes(competition))
  const followed = favouritesOf(leagues, marked).reduce((sum, { fixtures }) => sum + fixtures.length, 0)
  const isOnly = place.favourites === 'only'
  const countries = [...new Set(leagues.map(({ country }) => country))]
  return (
    <nav data-stop aria-label={t('sportsbook.tree.label')} className="grid gap-2 pb-24">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openOverlay('favourites')}
        className={entry}
      >
        <Icon name="star" className="size-18" />
        <span className="min-w-0 flex-1 tree-narrow:sr-only">{t('sportsbook.follow.title')}</span>
      </button>
      {followed > 0 && (
        <button
          type="button"
          aria-pressed={isOnly}
          onClick={() =>
            goTo({ favourites: isOnly ? undefined : 'only', country: undefined, league: undefined })
          }
          className={entry}
        >
          <Icon name="star-fill" className="size-18 text-brand-text" />
          <span className="min-w-0 flex-1 tree-narrow:sr-only">{t('sportsbook.filter.favourites')}</span>
          <span className="text-12 tree-narrow:hidden">{followed}</span>
        </button>
      )}
      {favourites.map(({ competition, fixtures }) => (
        <button
          key={competition}
          type="button"
          aria-pressed={place.league === competition}
          onClick={() => goTo({ league: place.league === competition ? undefined : competition })}
          className={entry}
        >
          <Icon name="star-fill" className="size-18 text-brand-text" />
          <span className="min-w-0 flex-1 tree-narrow:sr-only">{competition}</span>
          <span className="text-12 tree-narrow:hidden">{fixtures.length}</span>
        </button>
      ))}
      {sports?.map(({ sport, live }) => (
        <div key={sport}>
          <button
            type="button"
            aria-pressed={sport === place.sport}
            onClick={() => goTo({ sport, country: undefined, league: undefined, market: undefined })}
            className={entry}
          >
            <Icon name={sportViews[sport].icon} className="size-20 shrink-0" />
            <span className="min-w-0 flex-1 tree-narrow:sr-only">{t(sportViews[sport].text)}</span>
            {live > 0 && (
              <span className="flex items-center gap-4 text-12 font-700 tree-narrow:hidden">
                <span aria-hidden="true" className="size-5 rounded-full bg-live" />
                {live}
                <span className="sr-only">{t('sportsbook.rail.live')}</span>
              </span>
            )}
          </button>
          {sport === place.sport && (
            <div className="ms-17 border-s border-line ps-6 tree-narrow:hidden">
              {!known && <Skeleton className="h-136" />}
              {countries.map((country) => (
                <div key={country ?? ''}>
                  {nameOf(country) && (
                    <p className="px-8 pt-6 pb-2 text-11 font-600 text-text-3">{nameOf(country)}</p>
                  )}
                  {leagues
                    .filter((league) => league.country === country)
                    .map(({ competition, fixtures }) => (
                      <button
                        key={competition}
                        type="button"
                        aria-pressed={place.league === competition}
                        onClick={() =>
                          goTo({ league: place.league === competition ? undefined : competition })
                        }
                        className={entry}
                      >
                        <span className="min-w-0 flex-1">{competition}</span>
                        <span className="text-12">{fixtures.length}</span>
                      </button>
                    ))}
                </div>
              ))}
            </div>
          )}
        </div>
      ))}
    </nav>
  )
}
