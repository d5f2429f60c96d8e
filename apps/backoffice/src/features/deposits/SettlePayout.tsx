import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import type { BankOrder } from './bank-words.ts'

type Outcome = 'paid' | 'failed' | 'returned'
type State = DataOf<'POST /api/backoffice/withdrawals/settle'>['state']

const outcomeNames = {
  paid: 'bank.settle.paid',
  failed: 'bank.settle.failed',
  returned: 'bank.settle.returned',
} as const satisfies Record<Outcome, TextKey>

const stateNames = {
  settled: 'bank.settle.settled',
  waits: 'bank.settle.waits',
  needs_another: 'bank.settle.needsAnother',
  not_possible: 'bank.settle.notPossible',
} as const satisfies Record<State, TextKey>

/** The outcomes operators may state for a payout that cannot end automatically; undefined if it can. */
export const outcomesOf = ({
  kind,
  state,
}: Pick<BankOrder, 'kind' | 'state'>): readonly Outcome[] | undefined => {
  if (kind === 'topup') return undefined
  if (state === 'unknown') return ['paid', 'failed']
  return state === 'paid' ? ['returned'] : undefined
}

type Props = { orderId: string; outcomes: readonly Outcome[] }

/** Two independent operators must state the same outcome of a payout before it is booked. */
export function SettlePayout({ orderId, outcomes }: Props) {
  const t = useText()
  const { requestId, next, after } = useRequestId()
  const [outcome, setOutcome] = useState(outcomes[0] ?? 'paid')
  const settle = useCommand('POST /api/backoffice/withdrawals/settle')
  return (
    <details className="hairline rounded-14 px-14">
      <summary className="flex min-h-40 cursor-pointer items-center text-13 font-600">
        {t('bank.settle.title')}
      </summary>
      <div className="grid gap-10 pb-14">
        <p className="text-12 text-text-2">{t('bank.settle.note')}</p>
        <ReasonedAct<{ state: State }>
          hint={t('reason.field.min')}
          button={t('bank.settle.button')}
          isBusy={settle.isPending}
          send={(reason, { onSuccess, onError }) =>
            settle.mutate(
              { body: { requestId, orderId, outcome, reason } },
              {
                onSuccess,
                onError: (error) => {
                  after(error)
                  onError(error)
                },
              },
            )
          }
          onDone={({ state }) => {
            say(t(stateNames[state]), state === 'settled' || state === 'waits' ? 'done' : 'failed')
            next()
          }}
        >
          <Pick
            label={t('bank.settle.label')}
            value={outcome}
            options={outcomes.map((value) => ({ value, label: t(outcomeNames[value]) }))}
            onChange={setOutcome}
          />
        </ReasonedAct>
      </div>
    </details>
  )
}
