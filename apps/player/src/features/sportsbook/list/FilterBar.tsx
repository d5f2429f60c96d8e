import { Chip, Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { useFavourites } from './favourites.ts'
import type { League } from './leagues.ts'
import { useCountryNames } from './use-country-name.ts'
import type { Place } from './use-place.ts'

type Props = { place: Place; goTo: (change: Partial<Place>) => void; leagues: readonly League[] }

/** Narrows a list of many leagues: to favourites, a country, a league. Nothing stands here that would change nothing. */
export function FilterBar({ place, goTo, leagues }: Props) {
  const t = useText()
  const nameOf = useCountryNames()
  const marked = useFavourites((state) => state.leagues)
  const countries = [...new Set(leagues.flatMap(({ country }) => country ?? []))]
  const inCountry = leagues.filter(({ country }) => place.country === undefined || country === place.country)
  const hasFavourites = leagues.some(({ competition }) => marked.includes(competition))
  if (leagues.length < 2) return null
  return (
    <div
      role="group"
      aria-label={t('sportsbook.filter.label')}
      className="no-bar flex gap-6 overflow-x-auto px-12 pt-8 wide:hidden"
    >
      {hasFavourites && (
        <Chip
          chosen={place.favourites === 'only'}
          onClick={() => goTo({ favourites: place.favourites === 'only' ? undefined : 'only' })}
        >
          <Icon name="star-fill" className="size-14" />
          {t('sportsbook.filter.favourites')}
        </Chip>
      )}
      {countries.length > 1 && (
        <Choice
          label={t('sportsbook.filter.country')}
          every={t('sportsbook.filter.everyCountry')}
          value={place.country}
          options={countries.map((country) => ({ value: country, name: nameOf(country) ?? country }))}
          onChoose={(country) => goTo({ country, league: undefined })}
        />
      )}
      {inCountry.length > 1 && (
        <Choice
          label={t('sportsbook.filter.league')}
          every={t('sportsbook.filter.every')}
          value={place.league}
          options={inCountry.map(({ competition }) => ({ value: competition, name: competition }))}
          onChoose={(league) => goTo({ league })}
        />
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  every: string
  value: string | undefined
  options: readonly { value: string; name: string }[]
  onChoose: (value: string | undefined) => void
}

/** The system's own list of choices over a pill that says which one holds. */
function Choice({ label, every, value, options, onChoose }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <label
      data-chosen={chosen !== undefined || undefined}
      className="relative inline-flex min-h-(--tap) shrink-0 items-center gap-5 rounded-11 bg-surface-3 px-13 text-13 font-600 focus-within:outline-2 focus-within:outline-focus data-chosen:bg-text data-chosen:text-bg"
    >
      <span aria-hidden="true" className="max-w-150 truncate">
        {chosen?.name ?? label}
      </span>
      <Icon name="caret-down-bold" className="size-12" />
      <select
        aria-label={label}
        value={chosen?.value ?? ''}
        onChange={(event) => onChoose(event.target.value || undefined)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-11 text-transparent outline-none"
      >
        <option value="" className="bg-surface-1 text-text">
          {every}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface-1 text-text">
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
