import { useText } from '../../shared/text.ts'
import { type Kind, placeNames, promotionNames, type Rule } from './promotion.ts'
import { useShownRule } from './RulesTable.tsx'

/** A preview of the planned rules at the width of a phone, in the words that players read. */
export function PhonePreview({ kind, rules }: { kind: Kind; rules: readonly Rule[] }) {
  const t = useText()
  const shown = useShownRule(kind)
  return (
    <figure>
      <figcaption className="mb-6 text-13 font-700">{t('promotions.preview.title')}</figcaption>
      <div className="hairline mx-auto max-w-320 rounded-14 bg-bg p-16">
        <p className="mb-10 text-16 font-700">{t(promotionNames[kind])}</p>
        <ol className={kind === 'check_in' ? 'grid grid-cols-4 gap-6' : 'grid gap-6'}>
          {rules.map((rule) => (
            <li key={rule.place} className="grid gap-2 rounded-11 bg-surface-1 p-8 text-12">
              <span className="text-text-2">
                {t(placeNames[kind])} {rule.place}
              </span>
              <span className="font-700">{shown(rule)}</span>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  )
}
