import { Button } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { CashOutTrigger } from './use-cash-outs.ts'
import { useSetTrigger } from './use-set-trigger.ts'

/** A bet's cash-out triggers, each removable; also while the bet cannot be sold. */
export function CashOutTriggers({ levels }: { levels: readonly CashOutTrigger[] }) {
  // The selling trigger comes first.
  return levels
    .toSorted((one, other) => other.kind.localeCompare(one.kind))
    .map((trigger) => <CashOutTriggerRow key={trigger.kind} trigger={trigger} />)
}

function CashOutTriggerRow({ trigger: { betId, kind, levelCents } }: { trigger: CashOutTrigger }) {
  const t = useText()
  const { money } = useFormat()
  const { setTrigger, problem } = useSetTrigger(betId)
  const amount = money(levelCents)
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-8 text-12 text-text-2">
      {kind === 'sell'
        ? t('sportsbook.cashOut.sellsAt', { amount })
        : t('sportsbook.cashOut.tellsAt', { amount })}
      <Button kind="ghost" size="m" onClick={() => setTrigger(kind, undefined)}>
        {t('sportsbook.cashOut.levelOff')}
      </Button>
      <span className="w-full font-600 text-loss empty:hidden">{problem}</span>
    </div>
  )
}
