import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { besideEachOther, type Kind, placeNames, type Rule } from './promotion.ts'

type Props = { kind: Kind; before: readonly Rule[]; after: readonly Rule[] }

/** Rules as a table: what holds today, beside it what is planned, with what differs in bold. */
export function RulesTable({ kind, before, after }: Props) {
  const t = useText()
  const shown = useShownRule(kind)
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
          <th scope="col" className="text-end font-600">
            {t('promotions.table.planned')}
          </th>
        </tr>
      </thead>
      <tbody>
        {besideEachOther(before, after).map(({ place, isChanged, ...one }) => (
          <tr
            key={place}
            data-changed={isChanged || undefined}
            className="border-b border-line last:border-0 data-changed:bg-brand-tint data-changed:font-700"
          >
            <th scope="row" className="h-32 text-start font-500">
              {place}
            </th>
            <td className="text-end tabular-nums">{shown(one.before)}</td>
            <td className="text-end tabular-nums">{shown(one.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a rule brings, in words. */
export function useShownRule(kind: Kind): (rule: Rule | undefined) => string {
  const t = useText()
  const format = useFormat()
  return (rule) => {
    if (rule === undefined) return '–'
    if (kind === 'commission') return format.percent(rule.amount)
    const amount = format.money(rule.amount)
    return kind === 'ladder' ? t('promotions.rule.ladder', { invitees: rule.goal, amount }) : amount
  }
}
