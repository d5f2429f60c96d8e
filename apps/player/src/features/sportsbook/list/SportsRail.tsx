import type { Calls } from '@palpite/contract'
import { Icon, Skeleton } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { useChosenInSight } from './use-chosen-in-sight.ts'
import type { Place } from './use-place.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  sports: Calls['GET /api/app/sportsbook/sports']['data'] | undefined
  failed: boolean
}

const tile =
  'group grid w-min min-w-62 shrink-0 cursor-pointer touch-manipulation justify-items-center gap-3 rounded-14 py-2 text-center text-11 font-500 text-text-2 wrap-normal break-keep hover:text-text aria-pressed:font-700 aria-pressed:text-text'
const mark =
  'relative grid size-34 place-items-center rounded-11 bg-surface-2 text-text group-hover:bg-surface-3 light:group-hover:bg-surface-3 group-aria-pressed:bg-brand-tint group-aria-pressed:text-brand-text group-aria-pressed:ring-brand light:bg-surface-1 light:hairline'

/** Favourites, then the offered sports with their live counts. */
export function SportsRail({ place, goTo, sports, failed }: Props) {
  const t = useText()
  const rail = useChosenInSight(place.sport, sports !== undefined)
  return (
    <nav
      ref={rail}
      aria-label={t('sportsbook.rail.label')}
      aria-busy={!sports && !failed}
      className="no-bar flex scroll-smooth gap-2 overflow-x-auto px-8 pt-6"
    >
      {!sports &&
        !failed &&
        [1, 2, 3, 4, 5, 6].map((place) => (
          <div key={place} className="grid w-62 shrink-0 justify-items-center gap-3 py-2">
            <Skeleton className="size-34 rounded-11" />
            <Skeleton className="h-13 w-44 rounded-6" />
          </div>
        ))}
      {sports && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => openOverlay('favourites')}
          className={tile}
        >
          <span className={mark}>
            <Icon name="star" className="size-22" />
          </span>
          {/* One line: the rail is as high as its tallest name, and the first price is below it. */}
          <span className="whitespace-nowrap">{t('sportsbook.follow.title')}</span>
        </button>
      )}
      {sports?.map(({ sport, live }) => (
        <button
          key={sport}
          type="button"
          aria-pressed={sport === place.sport}
          onClick={() => goTo({ sport })}
          className={tile}
        >
          <span className={mark}>
            <Icon name={sportViews[sport].icon} className="size-22" />
            {live > 0 && (
              <span className="absolute -end-14 -top-2 flex min-h-16 items-center gap-3 rounded-6 bg-surface-4 px-5 text-10 font-700 text-text ring-2 ring-bg light:bg-surface-1">
                <span aria-hidden="true" className="size-5 rounded-full bg-live" />
                {live}
                <span className="sr-only">{t('sportsbook.rail.live')}</span>
              </span>
            )}
          </span>
          {t(sportViews[sport].text)}
        </button>
      ))}
    </nav>
  )
}
