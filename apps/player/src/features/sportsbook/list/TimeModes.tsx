import type { Calls } from '@palpite/contract'
import { cx } from '@palpite/ui'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import type { League } from './leagues.ts'
import { useChosenInSight } from './use-chosen-in-sight.ts'
import { type Place, type TimeMode, timeModes } from './use-place.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  sports: Calls['GET /api/app/sportsbook/sports']['data'] | undefined
  leagues: readonly League[] | undefined
}

/** Each time's label. */
export const modeTexts: Readonly<Record<TimeMode, TextKey>> = {
  live: 'sportsbook.when.live',
  today: 'sportsbook.when.today',
  tomorrow: 'sportsbook.when.tomorrow',
  week: 'sportsbook.when.week',
  outrights: 'sportsbook.when.outrights',
}

/** The time: live, today, tomorrow or a later weekday; or league winners, if offered. */
export function TimeModes({ place, goTo, sports, leagues }: Props) {
  const t = useText()
  const row = useChosenInSight(place.when, sports !== undefined)
  const sport = sports?.find((each) => each.sport === place.sport)
  const modes = timeModes.filter(
    (mode) => mode !== 'outrights' || place.when === 'outrights' || (sport?.outrights ?? 0) > 0,
  )
  const inSight = leagues?.reduce((sum, { fixtures }) => sum + fixtures.length, 0)
  const countOf = (mode: TimeMode): number | undefined => {
    // The list shows one day of the week, so its count would be misleading.
    if (mode === 'week' || mode === 'outrights') return undefined
    if (mode === place.when && inSight !== undefined) return inSight
    if (mode === 'live') return sport?.live
    return mode === 'today' ? sport?.today : undefined
  }
  return (
    <nav
      ref={row}
      data-stop
      aria-label={t('sportsbook.when.label')}
      className="no-bar flex gap-6 overflow-x-auto scroll-px-12 px-12 pt-2 wide:px-0"
    >
      {modes.map((mode) => {
        const chosen = mode === place.when
        const count = countOf(mode)
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={chosen}
            onClick={() => goTo({ when: mode, day: undefined })}
            className="inline-flex min-h-(--tap) flex-auto shrink-0 wide:flex-none cursor-pointer touch-manipulation items-center justify-center gap-5 rounded-11 bg-surface-2 px-9 text-13 font-600 whitespace-nowrap text-text-2 hover:text-text aria-pressed:bg-text aria-pressed:font-700 aria-pressed:text-bg light:bg-surface-3 light:aria-pressed:bg-text"
          >
            {mode === 'live' && <span aria-hidden="true" className="size-8 rounded-full bg-live" />}
            {t(modeTexts[mode])}
            {count !== undefined && <span className={cx('font-500', !chosen && 'text-text-2')}>{count}</span>}
          </button>
        )
      })}
    </nav>
  )
}
