import type { Calls } from '@palpite/contract'
import { Icon, Skeleton } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { type Sport, sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Place } from './use-place.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  sports: Calls['GET /api/app/sportsbook/sports']['data'] | undefined
  failed: boolean
}

/** The sports that are offered here, each with how many of its matches are live. */
export function SportsRail({ place, goTo, sports, failed }: Props) {
  const t = useText()
  const rail = useChosenInSight(place.sport, sports !== undefined)
  return (
    <nav
      ref={rail}
      aria-label={t('sportsbook.rail.label')}
      aria-busy={!sports && !failed}
      className="no-bar flex scroll-smooth gap-4 overflow-x-auto px-8 pt-12"
    >
      {!sports &&
        !failed &&
        [1, 2, 3, 4, 5, 6].map((place) => (
          <div key={place} className="grid w-66 shrink-0 justify-items-center gap-6 py-4">
            <Skeleton className="size-50 rounded-18" />
            <Skeleton className="h-12 w-44 rounded-6" />
          </div>
        ))}
      {sports?.map(({ sport, live }) => (
        <button
          key={sport}
          type="button"
          aria-pressed={sport === place.sport}
          onClick={() => goTo({ sport })}
          className="group grid w-min min-w-66 shrink-0 cursor-pointer touch-manipulation justify-items-center gap-6 rounded-14 py-4 text-center text-11 font-500 text-text-2 wrap-normal break-keep hover:text-text aria-pressed:font-700 aria-pressed:text-text"
        >
          <span className="relative grid size-50 place-items-center rounded-18 bg-surface-2 text-text group-hover:bg-surface-3 light:group-hover:bg-surface-3 group-aria-pressed:bg-brand-tint group-aria-pressed:text-brand-text group-aria-pressed:ring-brand light:bg-surface-1 light:hairline">
            <Icon name={sportViews[sport].icon} className="size-27" />
            {live > 0 && (
              <span className="absolute -end-6 -top-4 flex min-h-17 items-center gap-3 rounded-6 bg-surface-4 px-5 text-10 font-700 text-text ring-2 ring-bg light:bg-surface-1">
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

/** Scrolls the rail so that the chosen sport is in sight, as after coming from a link. */
const useChosenInSight = (sport: Sport, isThere: boolean) => {
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      const chosen = rail.current?.querySelector<HTMLElement>('[aria-pressed=true]')
      if (!rail.current || !chosen) return
      const middle = chosen.offsetLeft - (rail.current.clientWidth - chosen.offsetWidth) / 2
      rail.current.scrollTo({ left: middle })
    })
    return () => cancelAnimationFrame(frame)
  }, [sport, isThere])
  return rail
}
