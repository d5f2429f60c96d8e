import { Button, Empty, Icon, Sheet, Skeleton } from '@palpite/ui'
import type { Calls } from '@palpite/contract'
import { useCall } from '../../../shared/api/use-call.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, openOverlay } from '../../../shared/overlays.ts'
import { eventHref, hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { Star } from '../list/Star.tsx'
import { FoundMatch, SearchGroup } from './SearchRow.tsx'

type Followed = Calls['GET /api/app/sportsbook/followed']['data']

const pollMs = 30_000

/** Everything the player follows, in every sport: current and coming matches, and sides. */
export function FavouritesSheet() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const { data, isError, refetch } = useCall(
    'GET /api/app/sportsbook/followed',
    { loading: false },
    { enabled: isLoggedIn, staleTime: 0, refetchInterval: pollMs },
  )
  return (
    <Sheet
      side="page"
      title={t('sportsbook.follow.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid grid-cols-1 gap-12 px-12 pt-4" aria-busy={isLoggedIn && !data && !isError}>
        {!isLoggedIn && (
          <Empty
            icon="star"
            title={t('sportsbook.follow.none')}
            text={t('sportsbook.follow.visitorText')}
            action={
              <Button size="m" onClick={() => openOverlay('login', { tab: 'login' })}>
                {t('app.enter.login')}
              </Button>
            }
          />
        )}
        {isLoggedIn && isError && <NotLoaded refetch={refetch} />}
        {isLoggedIn && !data && !isError && <Skeleton className="h-180 rounded-18" />}
        {data && <Favourites {...data} />}
      </div>
    </Sheet>
  )
}

function Favourites({ fixtures, teams }: Followed) {
  const t = useText()
  if (fixtures.length + teams.length === 0)
    return (
      <Empty
        icon="star"
        title={t('sportsbook.follow.none')}
        text={t('sportsbook.follow.noneText')}
        action={
          <Button kind="secondary" size="m" onClick={() => go(hrefOf('footballPage'))}>
            {t('app.menu.sports')}
          </Button>
        }
      />
    )
  return (
    <>
      <SearchGroup title={t('sportsbook.search.matches')}>
        {fixtures.length === 0 && (
          <p className="px-8 text-13 text-text-2">{t('sportsbook.follow.noMatch')}</p>
        )}
        <ul className="grid grid-cols-1 gap-6 empty:hidden">
          {fixtures.map((fixture) => (
            <li key={fixture.fixtureId} className="flex items-center gap-4">
              <FoundMatch fixture={fixture} onPress={() => go(eventHref(fixture.fixtureId))} />
              <Star fixture={fixture} className="shrink-0" />
            </li>
          ))}
        </ul>
      </SearchGroup>
      {teams.length > 0 && (
        <SearchGroup title={t('sportsbook.follow.teams')}>
          <ul className="grid grid-cols-1 gap-6">
            {teams.map(({ sport, name, fixtureId, side }) => (
              <li key={`${sport}${name}`} className="flex items-center gap-4">
                <span className="hairline flex finger-48 min-w-0 flex-1 items-center gap-10 rounded-14 bg-surface-1 px-12 text-14 font-600">
                  <Icon name={sportViews[sport].icon} className="size-20 shrink-0 text-text-2" />
                  {name}
                </span>
                {/* The opponent is omitted: the star belongs to this side. */}
                <Star
                  fixture={{ fixtureId, sport, home: name, away: name, title: null }}
                  side={side}
                  className="shrink-0"
                />
              </li>
            ))}
          </ul>
        </SearchGroup>
      )}
    </>
  )
}
