import { Chip, Icon } from '@palpite/ui'
import { marketName } from '@palpite/odds/market-words'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { columnHeads } from './column-heads.ts'
import { favouritesOf, type League } from './leagues.ts'
import type { ListMarket } from './list-markets.ts'
import { priceColumns } from './price-columns.ts'
import { useMarked } from './followed.ts'
import { useCountryNames } from './use-country-name.ts'
import { type Place, weekDays } from './use-place.ts'
import { houseZone, noonOf, weekDayOf } from './week-days.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  leagues: readonly League[]
  /** The selectable markets and the selected one; undefined where rows have no columns. */
  markets: readonly ListMarket[]
  shown: ListMarket | undefined
}

/**
 * All filters of a list in one row above its columns: market, weekday, league, country, favourites. Sticky; filters
 * without effect are hidden.
 */
export function FilterBar({ place, goTo, leagues, markets, shown }: Props) {
  const t = useText()
  const { weekDay } = useFormat()
  const [now] = useState(() => Date.now())
  const nameOf = useCountryNames()
  const countries = [...new Set(leagues.flatMap(({ country }) => country ?? []))]
  const inCountry = leagues.filter(({ country }) => place.country === undefined || country === place.country)
  const hasFavourites = favouritesOf(leagues, useMarked()).length > 0
  const first = leagues[0]?.fixtures[0]
  const day = place.day ?? (first && weekDayOf(first.startsAt, now))
  return (
    <div className="bar sticky lying:static top-56 z-29 pt-6 wide:hidden">
      <div
        role="group"
        aria-label={t('sportsbook.filter.label')}
        className="no-bar flex gap-6 overflow-x-auto px-12"
      >
        {shown && (
          <Choice
            label={t('sportsbook.market.label')}
            value={shown.key}
            options={markets.map((market) => ({ value: market.key, name: marketName(t, market) }))}
            onChoose={(market) => goTo({ market })}
          />
        )}
        {place.when === 'week' && (
          <Choice
            label={t('sportsbook.when.days')}
            value={day ?? weekDays[0]}
            options={weekDays.map((each) => ({ value: each, name: weekDay(noonOf(each, now), houseZone) }))}
            onChoose={(each) => goTo({ day: weekDays.find((known) => known === each) })}
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
        {countries.length > 1 && (
          <Choice
            label={t('sportsbook.filter.country')}
            every={t('sportsbook.filter.everyCountry')}
            value={place.country}
            options={countries.map((country) => ({ value: country, name: nameOf(country) ?? country }))}
            onChoose={(country) => goTo({ country, league: undefined })}
          />
        )}
        {hasFavourites && (
          <Chip
            chosen={place.favourites === 'only'}
            onClick={() => goTo({ favourites: place.favourites === 'only' ? undefined : 'only' })}
          >
            <Icon name="star-fill" className="size-14" />
            {t('sportsbook.filter.favourites')}
          </Chip>
        )}
      </div>
      {shown && <Heads market={shown} />}
    </div>
  )
}

/** The column heads of prices: 1 X 2, or over and under beside their line. */
function Heads({ market }: { market: ListMarket }) {
  const t = useText()
  const heads = columnHeads(market)
  return (
    <div
      aria-hidden="true"
      className={`${priceColumns(heads.length)} min-h-16 justify-end px-24 text-11 leading-none font-600 text-text-2 roomy:hidden`}
    >
      {heads.map((head) => (
        <span key={head} className="text-center">
          {t(head)}
        </span>
      ))}
    </div>
  )
}

type ChoiceProps = {
  label: string
  /** The label of "no choice"; without one, something is always selected. */
  every?: string
  value: string | undefined
  options: readonly { value: string; name: string }[]
  onChoose: (value: string | undefined) => void
}

/** The system's select over a pill that shows the selection. */
function Choice({ label, every, value, options, onChoose }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <label
      data-chosen={(every !== undefined && chosen !== undefined) || undefined}
      className="relative inline-flex min-h-(--tap) shrink-0 items-center gap-5 rounded-11 bg-surface-3 px-11 text-13 font-600 focus-within:outline-2 focus-within:outline-focus data-chosen:bg-text data-chosen:text-bg"
    >
      <span aria-hidden="true" className="max-w-150 leading-tight text-balance">
        {chosen?.name ?? label}
      </span>
      <Icon name="caret-down-bold" className="size-12" />
      <select
        aria-label={label}
        value={chosen?.value ?? ''}
        onChange={(event) => onChoose(event.target.value || undefined)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-11 text-transparent outline-none"
      >
        {every !== undefined && (
          <option value="" className="bg-surface-1 text-text">
            {every}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface-1 text-text">
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
