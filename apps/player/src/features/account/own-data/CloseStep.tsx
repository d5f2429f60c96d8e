import { Button, Checkbox } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { logOut } from '../../../shared/log-out.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { ConfirmStep } from '../second-factor/ConfirmStep.tsx'

type Props = { asksCode: boolean; onBack: () => void }

/** Closing the account: first the obstacles, then the consequences and the password. */
export function CloseStep({ asksCode, onBack }: Props) {
  const t = useText()
  const { money } = useFormat()
  const closing = useCall('GET /api/app/user/closing', {}, { staleTime: 0 })
  return (
    <Loaded query={closing} skeleton={['h-64', 'h-64']} gap="gap-14">
      {({ obstacles, cashCents, bonusCents, mayWithdrawRest }) =>
        obstacles.length === 0 ? (
          <CloseForm bonusCents={bonusCents} asksCode={asksCode} onBack={onBack} />
        ) : mayWithdrawRest ? (
          <ConfirmStep
            hint={t('account.own.restHint', { amount: money(cashCents) })}
            action={t('account.own.withdrawRest')}
            asksCode={asksCode}
            send={(both) => api('POST /api/app/user/withdrawRest', { body: both, inline: true })}
            onBack={onBack}
            onDone={() => void closing.refetch()} // which says what to wait for
          />
        ) : (
          <>
            <h3 className="text-14 font-700">{t('account.own.blocked')}</h3>
            <ul className="grid gap-8">
              {obstacles.map(({ code, says }) => (
                <li key={code} className="hairline rounded-18 bg-surface-2 p-12 text-14 text-text-2">
                  {says}
                </li>
              ))}
            </ul>
            <Button kind="ghost" size="s" onClick={onBack}>
              {t('app.back.label')}
            </Button>
          </>
        )
      }
    </Loaded>
  )
}

function CloseForm({ bonusCents, asksCode, onBack }: Props & { bonusCents: number }) {
  const t = useText()
  const { money } = useFormat()
  const [givesUpBonus, setGivesUpBonus] = useState(false)
  const [deletesNow, setDeletesNow] = useState(false)
  return (
    <ConfirmStep
      hint={t('account.own.closeHint')}
      action={t('account.own.close')}
      isDanger
      asksCode={asksCode}
      send={(both) =>
        api('POST /api/app/user/closeAccount', { body: { ...both, givesUpBonus, deletesNow }, inline: true })
      }
      onBack={onBack}
      onDone={() => {
        // Last, because ending the session removes messages.
        void logOut().then(() => toast(t('account.own.closed'), { icon: 'check-circle-fill' }))
      }}
    >
      {bonusCents > 0 && (
        <Checkbox checked={givesUpBonus} onChange={(event) => setGivesUpBonus(event.target.checked)}>
          {t('account.own.givesUpBonus', { amount: money(bonusCents) })}
        </Checkbox>
      )}
      <Checkbox checked={deletesNow} onChange={(event) => setDeletesNow(event.target.checked)}>
        {t('account.own.deletesNow')}
      </Checkbox>
    </ConfirmStep>
  )
}
