import { Button, Icon, Segmented } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { hiddenKey, networkOf } from './payout-key.ts'
import type { PayoutDetails } from './use-withdraw.ts'
import type { Method } from './withdraw-rules.ts'

type Props = {
  methods: readonly Method[]
  method: Method
  onMethod: (method: Method) => void
  details: PayoutDetails | undefined
  /** Absent if only the player's own CPF may be paid: nothing to change. */
  onEdit?: () => void
}

/** The payout key with its stored details. */
export function PayoutChoice({ methods, method, onMethod, details, onEdit }: Props) {
  const t = useText()
  const isPix = method !== 'USDT'
  const row = (label: string, value: string) => (
    <div>
      <dt className="text-12 text-text-2">{label}</dt>
      <dd className="font-600 wrap-anywhere">{value}</dd>
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      {methods.length > 1 && (
        <Segmented<Method>
          label={t('wallet.withdraw.method')}
          value={method}
          onChange={onMethod}
          options={methods.map((each) => ({ value: each, label: each }))}
        />
      )}
      <div className="flex min-h-60 flex-wrap items-center gap-x-12 rounded-14 bg-surface-2 ps-14 pe-8">
        <Icon name={isPix ? 'pix-logo-fill' : 'coins-duotone'} className="size-24 shrink-0 text-win" />
        <div className="min-w-140 flex-1 py-8">
          {details?.payCardNo ? (
            <dl className="grid gap-6 text-14">
              {row(
                isPix
                  ? t('wallet.withdraw.key', { method })
                  : (networkOf(method, details.payCardNo) ?? method),
                hiddenKey(method, details.payCardNo),
              )}
              {isPix && row(t('wallet.withdraw.holder'), details.name)}
            </dl>
          ) : (
            onEdit && <p className="text-13 text-text-2">{t('wallet.withdraw.noKey', { method })}</p>
          )}
          {!onEdit && <p className="text-12 text-text-2">{t('wallet.withdraw.ownOnly')}</p>}
        </div>
        {onEdit && (
          <Button kind="ghost" size="s" onClick={onEdit}>
            {t(details?.payCardNo ? 'wallet.withdraw.edit' : 'wallet.withdraw.add')}
          </Button>
        )}
      </div>
    </div>
  )
}
