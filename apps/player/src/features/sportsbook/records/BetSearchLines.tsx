import { Field, TextInput } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { SelectLine } from '../parts/SelectLine.tsx'
import {
  betOdds,
  type BetOdds,
  betPeriods,
  type BetPeriod,
  type BetSearch,
  betSports,
  boundsOfOdds,
} from './bet-search.ts'

type Props = { search: BetSearch; onChange: (changed: Partial<BetSearch>) => void }

/** Filters by date, sport and odds. */
export function BetSearchLines({ search, onChange }: Props) {
  const t = useText()
  const nameOfOdds = useNameOfOdds()
  const nameOfPeriod = (period: BetPeriod): string => {
    if (period === 'all') return t('sportsbook.records.anyTime')
    if (period === 'days') return t('sportsbook.records.theseDays')
    return t('sportsbook.records.lastDays', { days: Number(period) })
  }
  return (
    <div className="flex flex-wrap gap-x-12">
      <SelectLine
        label={t('sportsbook.profit.by')}
        options={betPeriods.map((value) => ({ value, name: nameOfPeriod(value) }))}
        value={search.days}
        onChoose={(days) => onChange({ days })}
      />
      <SelectLine
        label={t('sportsbook.records.sport')}
        options={betSports.map((value) => ({
          value,
          name: t(value === 'all' ? 'sportsbook.records.everySport' : sportViews[value].text),
        }))}
        value={search.sport}
        onChoose={(sport) => onChange({ sport })}
      />
      <SelectLine
        label={t('sportsbook.records.odds')}
        options={betOdds.map((value) => ({ value, name: nameOfOdds(value) }))}
        value={search.odds}
        onChoose={(odds) => onChange({ odds })}
      />
      {search.days === 'days' && <Days search={search} onChange={onChange} />}
    </div>
  )
}

const useNameOfOdds = () => {
  const t = useText()
  const { price } = useFormat()
  return (odds: BetOdds): string => {
    if (odds === 'all') return t('sportsbook.records.anyOdds')
    const { from, below } = boundsOfOdds(odds)
    if (!from) return t('sportsbook.records.oddsBelow', { until: price(Number(below)) })
    if (!below) return t('sportsbook.records.oddsFrom', { from: price(Number(from)) })
    return t('sportsbook.records.oddsBetween', { from: price(Number(from)), until: price(Number(below)) })
  }
}

function Days({ search: { from, until }, onChange }: Props) {
  const t = useText()
  return (
    <div className="grid grid-cols-2 gap-8 py-4 narrow:grid-cols-1 roomy:grid-cols-1 basis-full">
      <Field label={t('sportsbook.records.from')}>
        <TextInput
          type="date"
          value={from}
          max={until || undefined}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </Field>
      <Field label={t('sportsbook.records.until')}>
        <TextInput
          type="date"
          value={until}
          min={from || undefined}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      </Field>
    </div>
  )
}
