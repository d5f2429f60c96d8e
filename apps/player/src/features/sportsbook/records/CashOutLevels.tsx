import { Button } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { CashOutLevel } from './use-cash-outs.ts'
import { useSetLevel } from './use-set-level.ts'

/** A bet's cash-out triggers, each removable; also while the bet cannot be sold. */
export function CashOutLevels({ levels }: { levels: readonly CashOutLevel[] }) {
  // The selling trigger comes first.
  return levels
    .toSorted((one, other) => other.kind.localeCompare(one.kind))
    .map((level) => <SetLevel key={level.kind} level={level} />)
}

function SetLevel({ level: { betId, kind, levelCents } }: { level: CashOutLevel }) {
  const t = useText()
  const { money } = useFormat()
  const { setLevel, problem } = useSetLevel(betId)
  const amount = money(levelCents)
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-8 text-12 text-text-2">
      {kind === 'sell'
        ? t('sportsbook.cashOut.sellsAt', { amount })
        : t('sportsbook.cashOut.tellsAt', { amount })}
      <Button kind="ghost" size="m" onClick={() => setLevel(kind, undefined)}>
        {t('sportsbook.cashOut.levelOff')}
      </Button>
      <span className="w-full font-600 text-loss empty:hidden">{problem}</span>
    </div>
  )
}
