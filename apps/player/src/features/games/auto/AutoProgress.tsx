import { Progress } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { ToLimits } from '../../../shared/ToLimits.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { stakeAt } from './auto-plan.ts'
import type { AutoEnd, AutoState } from './auto-state.ts'

const whys: Readonly<Record<AutoEnd, TextKey>> = {
  done: 'games.auto.end.done',
  profit: 'games.auto.end.profit',
  loss: 'games.auto.end.loss',
  balance: 'games.auto.end.balance',
  player: 'games.auto.end.player',
  failed: 'games.auto.end.failed',
  hidden: 'games.auto.end.hidden',
}

/** Rounds and result of automatic play; at the end, why it ended. */
export function AutoProgress({ state }: { state: AutoState }) {
  const t = useText()
  const format = useFormat()
  if (state.status === 'idle') return undefined
  const { plan, count } = state
  const of = t('games.auto.progress', { played: count.played, rounds: plan.rounds })
  return (
    <section aria-label={t('games.auto.title')} className="grid gap-10 rounded-14 bg-surface-2 p-12">
      <div className="flex items-baseline justify-between gap-8">
        <p className="text-13 font-600 text-text-2">{of}</p>
        <p
          data-sign={Math.sign(count.netCents)}
          className="text-20 font-800 tracking-tighter data-[sign='-1']:text-loss data-[sign='1']:text-win"
        >
          {format.signedMoney(count.netCents)}
        </p>
      </div>
      <Progress label={of} share={count.played / plan.rounds} />
      {state.status === 'running' ? (
        <p className="text-12 text-text-2">
          {state.ending === undefined
            ? t('games.auto.next', {
                amount: format.money(stakeAt(plan, count.raises)),
                left: format.money(plan.stopLossCents + count.netCents),
              })
            : t('games.auto.stopping')}
        </p>
      ) : (
        <div role="status" className="grid gap-4 text-13">
          <p className="font-600">{t(whys[state.why])}</p>
          {state.refused && <p className="text-text-2">{state.refused.reason}</p>}
          {state.refused?.leadsToLimits && <ToLimits />}
        </div>
      )}
    </section>
  )
}
