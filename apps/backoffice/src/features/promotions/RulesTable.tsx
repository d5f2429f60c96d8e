import { cx } from '@palpite/ui'
import { useText } from '../../shared/text.ts'
import { besideEachOther, type Kind, placeNames, type Rule } from './promotion.ts'
import { useAmountWords, usePlaceWords } from './rule-words.ts'

type Props = {
  kind: Kind
  before: readonly Rule[]
  /** The planned rules, if they differ from today's. */
  after?: readonly Rule[]
}

/** A table of today's rules beside the planned ones, with differences in bold. */
export function RulesTable({ kind, before, after }: Props) {
  const t = useText()
  const amountOf = useAmountWords(kind)
  const placeOf = usePlaceWords(kind)
  // The two gifts of a package may wrap onto two lines.
  const cell = cx('ps-8 text-end tabular-nums', kind !== 'packages' && 'whitespace-nowrap')
  return (
    <table className="w-full border-collapse text-13">
      <thead>
        <tr className="border-b border-line text-start text-12 text-text-2">
          <th scope="col" className="h-32 text-start font-600">
            {t(placeNames[kind])}
          </th>
          <th scope="col" className="text-end font-600">
            {t('promotions.table.today')}
          </th>
          {after && (
            <th scope="col" className="text-end font-600">
              {t('promotions.table.planned')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {besideEachOther(kind, before, after ?? before).map(({ key, isChanged, ...one }) => (
          <tr
            key={key}
            data-changed={isChanged || undefined}
            className="border-b border-line last:border-0 data-changed:bg-brand-tint data-changed:font-700"
          >
            <th scope="row" className="h-32 text-start font-500">
              {placeOf(one.after ?? one.before ?? { place: key, goal: key, amount: 0 })}
            </th>
            <td className={cell}>{amountOf(one.before)}</td>
            {after && <td className={cell}>{amountOf(one.after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
