import { Button, Checkbox, Icon } from '@palpite/ui'
import { useState } from 'react'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { serverNow } from '../../../shared/server-clock.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { productTexts } from '../../../shared/use-break-text.ts'
import { breakEnd } from './break-end.ts'
import { takeBreak, type WantedBreak } from './break-wanted.ts'

const buttons = {
  time_out: 'protection.break.doTimeOut',
  exclusion: 'protection.break.doExclusion',
  block: 'protection.break.doBlock',
} as const satisfies Record<WantedBreak['kind'], TextKey>

/** The second step of a break: its end in words, its consequences, and a required confirmation. */
export function BreakStep({ wanted, onDone }: { wanted: WantedBreak; onDone: () => void }) {
  const t = useText()
  const question = useQuestion(wanted)
  const [hasAgreed, agree] = useState(false)
  const taking = useCommand({
    mutationFn: () => takeBreak(wanted),
    onSuccess: async () => {
      toast(text('protection.break.done'), { icon: 'check-circle-fill' })
      // An exclusion frees own money from wagering: the withdrawable amount changes.
      await refreshCalls(
        'GET /api/app/protection/limits',
        'GET /api/app/order/getWithdraw',
        'GET /api/app/user/userInfo',
      )
      onDone()
    },
  })
  const points: readonly TextKey[] = [
    wanted.kind === 'block' ? 'protection.break.atOnceBlock' : 'protection.break.atOnce',
    'protection.break.open',
    wanted.kind === 'exclusion' ? 'protection.break.withdraw' : 'protection.break.withdrawSame',
    'protection.break.final',
  ]
  return (
    <section aria-label={question} className="hairline grid gap-14 rounded-18 bg-surface-1 p-14">
      <h3 ref={useFirstFocus()} tabIndex={-1} className="text-18 font-800 tracking-tighter outline-none">
        {question}
      </h3>
      <ul className="grid gap-8 text-14">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-8">
            <Icon name="check-bold" className="mt-2 size-16 shrink-0 text-text-2" />
            {t(point)}
          </li>
        ))}
      </ul>
      <Checkbox checked={hasAgreed} onChange={({ target }) => agree(target.checked)}>
        {t('protection.break.agree')}
      </Checkbox>
      <div className="grid gap-8">
        <Button
          kind="danger"
          block
          disabled={!hasAgreed}
          busy={taking.isPending}
          onClick={() => taking.mutate()}
        >
          {t(buttons[wanted.kind])}
        </Button>
        <Button kind="ghost" size="m" block onClick={onDone}>
          {t('app.back.label')}
        </Button>
      </div>
    </section>
  )
}

const useQuestion = (wanted: WantedBreak): string => {
  const t = useText()
  const { longDayTime } = useFormat()
  const end = breakEnd(wanted.length, serverNow())
  const until = end === null ? '' : longDayTime(end)
  if (wanted.kind === 'time_out') return t('protection.break.askTimeOut', { until })
  if (wanted.kind === 'exclusion')
    return end === null ? t('protection.break.askForever') : t('protection.break.askExclusion', { until })
  const product = t(productTexts[wanted.product])
  return end === null
    ? t('protection.break.askBlockForever', { product })
    : t('protection.break.askBlock', { product, until })
}
