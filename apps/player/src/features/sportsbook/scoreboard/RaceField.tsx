import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'

/** A race's runners: by finish, by position, or by number before the start. */
export function RaceField({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const { participants, state } = fixture
  const race = state?.family === 'race' ? state : undefined
  const placeOf = (runner: number): number | undefined => {
    const finish = race?.finishes?.find((each) => each.runner === runner)
    if (race?.finishes) return finish?.place
    const at = race?.order.indexOf(runner) ?? -1
    return at < 0 ? undefined : at + 1
  }
  /** Metres behind the leader, to the tenth; 0 if unknown. */
  const behindOf = (runner: number): number => {
    const cm = race?.behindCm?.[race.order.indexOf(runner)] ?? 0
    return Math.round(cm / 10) / 10
  }
  const last = participants.length + 1
  const ordered = participants.toSorted(
    (one, other) => (placeOf(one.place) ?? last) - (placeOf(other.place) ?? last) || one.place - other.place,
  )
  return (
    <ol aria-label={t('sportsbook.race.field')} className="mt-12 grid gap-2">
      {ordered.map(({ place, name, isWithdrawn }) => {
        const at = placeOf(place)
        const behind = behindOf(place)
        return (
          <li
            key={place}
            data-first={at === 1 || undefined}
            className="flex min-h-30 items-center gap-8 rounded-8 px-8 text-13 data-first:bg-brand-tint"
          >
            <span className="grid size-22 place-items-center rounded-6 bg-surface-3 text-12 font-800">
              {place}
            </span>
            <span className="min-w-0 flex-1 font-600">{name}</span>
            {isWithdrawn && <span className="text-12 text-text-2">{t('sportsbook.race.withdrawn')}</span>}
            {at !== undefined && behind > 0 && (
              <span className="text-12 text-text-2">{t('sportsbook.race.behind', { metres: behind })}</span>
            )}
            {at !== undefined && (
              <span className="min-w-28 text-end font-800">{t('sportsbook.race.place', { count: at })}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
