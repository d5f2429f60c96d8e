import { Icon } from '@palpite/ui'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { type Accept, chooseAccept, useSlip } from '../slip-store.ts'

const rules = ['exact', 'better', 'any'] as const satisfies readonly Accept[]

const ruleTexts: Readonly<Record<Accept, TextKey>> = {
  exact: 'sportsbook.accept.exact',
  better: 'sportsbook.accept.better',
  any: 'sportsbook.accept.any',
}

/** Which prices are taken without asking. */
export function AcceptRule() {
  const t = useText()
  const accept = useSlip((slip) => slip.accept)
  return (
    <label className="relative flex min-h-40 items-center gap-6 rounded-11 px-4 text-12 text-text-2 focus-within:outline-2 focus-within:outline-focus">
      <span className="flex-1">{t('sportsbook.accept.label')}</span>
      <span aria-hidden="true" className="font-700 text-text">
        {t(ruleTexts[accept])}
      </span>
      <Icon name="caret-down-bold" className="size-12" />
      <select
        value={accept}
        onChange={(event) => {
          const rule = rules.find((each) => each === event.target.value)
          if (rule) chooseAccept(rule)
        }}
        className="absolute inset-0 cursor-pointer appearance-none text-transparent outline-none"
      >
        {rules.map((rule) => (
          <option key={rule} value={rule} className="bg-surface-1 text-text">
            {t(ruleTexts[rule])}
          </option>
        ))}
      </select>
    </label>
  )
}
