import { useText } from '../../../shared/text/text.ts'
import { SelectLine } from '../parts/SelectLine.tsx'
import { chooseAccept } from '../slip-choices.ts'
import { type Accept, useSlip } from '../slip-store.ts'

const bpsOfPercent = 100

/** The price policies, and the tolerance for the one that has it. */
const rules = [
  { value: 'exact', accept: 'exact', withinBps: undefined },
  { value: 'better', accept: 'better', withinBps: undefined },
  { value: 'within-200', accept: 'within', withinBps: 200 },
  { value: 'within-500', accept: 'within', withinBps: 500 },
  { value: 'within-1000', accept: 'within', withinBps: 1000 },
  { value: 'any', accept: 'any', withinBps: undefined },
] as const satisfies readonly { value: string; accept: Accept; withinBps: number | undefined }[]

type Rule = (typeof rules)[number]

/** Selects the price policy. */
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
    <SelectLine
      label={t('sportsbook.accept.label')}
      options={rules.map((rule) => ({ value: rule.value, name: nameOf(rule) }))}
      value={chosen.value}
      onChoose={(value) => {
        const rule = rules.find((each) => each.value === value)
        if (rule) chooseAccept(rule.accept, rule.withinBps)
      }}
    />
  )
}
