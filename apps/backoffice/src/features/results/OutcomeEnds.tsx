import { useId } from 'react'
import { useText } from '../../shared/text.ts'
import { type Chosen, type End, endNames, endOf, ends, type Parts, type WaitingMarket } from './parts.ts'

type Props = {
  outcomes: WaitingMarket['outcomes']
  chosen: Chosen
  onChoose: (code: string, parts: Parts) => void
}

/** Each outcome's result, chosen in its row; a dead heat's parts stay as proposed. */
export function OutcomeEnds({ outcomes, chosen, onChoose }: Props) {
  const t = useText()
  return (
    <div>
      <h3 className="mb-6 text-13 font-700">{t('results.drawer.outcomes')}</h3>
      {outcomes.map((outcome) => (
        <OutcomeRow
          key={outcome.code}
          outcome={outcome}
          chosen={chosen.get(outcome.code)}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

type RowProps = {
  outcome: WaitingMarket['outcomes'][number]
  chosen: Parts | undefined
  onChoose: Props['onChoose']
}

function OutcomeRow({ outcome: { code, name, bets, proposed, otherwise }, chosen, onChoose }: RowProps) {
  const t = useText()
  const id = useId()
  const end = chosen && endOf(chosen)
  const choose = (next: string) => {
    if (next in ends) onChoose(code, ends[next as Exclude<End, 'shared'>])
    else if (next === 'shared' && proposed) onChoose(code, proposed)
  }
  return (
    <div className="flex min-h-44 items-center gap-12 border-b border-line text-13 last:border-0">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="block truncate font-600">{name ?? code}</span>
        <span className="block text-12 text-text-2">{t('results.outcome.bets', { count: bets })}</span>
        {otherwise && (
          <span className="block text-12 text-warn">
            {t('results.outcome.otherwise', { end: t(endNames[endOf(otherwise)]) })}
          </span>
        )}
      </label>
      <select
        id={id}
        value={end ?? ''}
        onChange={(event) => choose(event.target.value)}
        className="ring-input min-h-32 w-160 rounded-11 bg-surface-1 px-10"
      >
        <option value="" disabled>
          {t('results.end.open')}
        </option>
        {(Object.keys(endNames) as End[])
          .filter((one) => one !== 'shared' || end === 'shared' || (proposed && endOf(proposed) === 'shared'))
          .map((one) => (
            <option key={one} value={one}>
              {one === 'shared' && (chosen ?? proposed)
                ? t('results.end.parts', {
                    won: (chosen ?? proposed)?.won ?? 0,
                    of: (chosen ?? proposed)?.of ?? 1,
                  })
                : t(endNames[one])}
            </option>
          ))}
      </select>
    </div>
  )
}
