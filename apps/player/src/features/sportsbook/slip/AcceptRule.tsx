import { Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { type Accept, chooseAccept, useSlip } from '../slip-store.ts'

const bpsOfPercent = 100

/** The rules to choose from; how far below the price shown one is still taken, where that is the rule. */
const rules = [
  { value: 'exact', accept: 'exact', withinBps: undefined },
  { value: 'better', accept: 'better', withinBps: undefined },
  { value: 'within-200', accept: 'within', withinBps: 200 },
  { value: 'within-500', accept: 'within', withinBps: 500 },
  { value: 'within-1000', accept: 'within', withinBps: 1000 },
  { value: 'any', accept: 'any', withinBps: undefined },
] as const satisfies readonly { value: string; accept: Accept; withinBps: number | undefined }[]

type Rule = (typeof rules)[number]

/** Which prices are taken without asking. */
export function AcceptRule() {
  const t = useText()
  const { accept, withinBps } = useSlip()
  const chosen: Rule =
    rules.find((rule) => rule.accept === accept && (rule.withinBps ?? withinBps) === withinBps) ?? rules[1]
  const nameOf = ({ accept: kind, withinBps: bps }: Rule): string => {
    switch (kind) {
      case 'exact':
        return t('sportsbook.accept.exact')
      case 'better':
        return t('sportsbook.accept.better')
      case 'within':
        return t('sportsbook.accept.within', { percent: bps / bpsOfPercent })
      case 'any':
        return t('sportsbook.accept.any')
    }
  }
  return (
    <label className="relative flex min-h-40 items-center gap-6 rounded-11 px-4 text-12 text-text-2 focus-within:outline-2 focus-within:outline-focus">
      <span className="flex-1">{t('sportsbook.accept.label')}</span>
      <span aria-hidden="true" className="font-700 text-text">
        {nameOf(chosen)}
      </span>
      <Icon name="caret-down-bold" className="size-12" />
      <select
        value={chosen.value}
        onChange={(event) => {
          const rule = rules.find((each) => each.value === event.target.value)
          if (rule) chooseAccept(rule.accept, rule.withinBps)
        }}
        className="absolute inset-0 cursor-pointer appearance-none text-transparent outline-none"
      >
        {rules.map((rule) => (
          <option key={rule.value} value={rule.value} className="bg-surface-1 text-text">
            {nameOf(rule)}
          </option>
        ))}
      </select>
    </label>
  )
}
