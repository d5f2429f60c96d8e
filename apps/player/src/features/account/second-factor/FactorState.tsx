import type { Calls } from '@palpite/contract'
import { Button, FormAction } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type State = Calls['GET /api/app/user/secondFactor']['data']
type Props = State & {
  /** Shown after an activation whose answer was lost: its recovery codes were never shown. */
  isOnAlready: boolean
  onStep: (step: 'setUp' | 'turnOff' | 'renew') => void
}

/** Whether the second factor is on, the remaining recovery codes, and the actions. */
export function FactorState({ since, recoveryCodesLeft, isOnAlready, onStep }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <p role={isOnAlready ? 'status' : undefined} className="text-14 text-text-2">
        {t(isOnAlready ? 'account.factor.isOn' : 'account.factor.about')}
      </p>
      {since === null ? (
        <FormAction>
          <Button block onClick={() => onStep('setUp')}>
            {t('account.factor.setUp')}
          </Button>
        </FormAction>
      ) : (
        <>
          <div className="hairline grid gap-4 rounded-18 bg-surface-2 p-12">
            <p className="text-14 font-600">{t('account.factor.since', { since: format.dayTime(since) })}</p>
            <p className="text-12 text-text-2">{t('account.factor.left', { left: recoveryCodesLeft })}</p>
          </div>
          <FormAction>
            <Button block kind="secondary" onClick={() => onStep('renew')}>
              {t('account.factor.renew')}
            </Button>
          </FormAction>
          <Button block kind="danger" onClick={() => onStep('turnOff')}>
            {t('account.factor.off')}
          </Button>
        </>
      )}
    </>
  )
}
