import type { Calls } from '@palpite/contract'
import { Button, Countdown, Icon, QrCode, Segmented } from '@palpite/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { qrPathOf } from '@palpite/ui/qr-path'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { UsdtTransfers } from './UsdtTransfers.tsx'
import { CopyText } from '../../../shared/CopyText.tsx'

type Address = Calls['POST /api/app/order/usdtAddress']['data']
type Network = Address['network']
type Props = { networks: readonly Network[] }

/** USDT to the player's own address: network, address, rate, and arrivals. */
export function UsdtDeposit({ networks }: Props) {
  const t = useText()
  const user = useUser()
  const [network, setNetwork] = useState<Network>(networks[0] ?? 'TRC20')
  const asking = useCommand({
    mutationFn: (wanted: Network) => api('POST /api/app/order/usdtAddress', { body: { network: wanted } }),
  })
  const { data: shown } = asking
  const show = () => {
    if (user?.kyc !== 1) return openOverlay('kyc', { tab: 'deposit' })
    asking.mutate(network)
  }
  return (
    <div className="grid grid-cols-1 gap-14">
      <Segmented<Network>
        label={t('wallet.usdt.network')}
        value={network}
        onChange={setNetwork}
        options={networks.map((each) => ({ value: each, label: each }))}
      />
      <p className="flex items-start gap-10 rounded-14 bg-warn-tint p-12 text-13">
        <Icon name="warning-fill" className="size-22 shrink-0 text-warn" />
        {t('wallet.usdt.warning', { network })}
      </p>
      {shown?.network === network ? (
        <AddressCard key={shown.rateUntil} address={shown} onRenew={show} isRenewing={asking.isPending} />
      ) : (
        <Button block busy={asking.isPending} onClick={show}>
          {t('wallet.usdt.show', { network })}
        </Button>
      )}
      <UsdtTransfers />
    </div>
  )
}

type CardProps = { address: Address; onRenew: () => void; isRenewing: boolean }

function AddressCard({ address: shown, onRenew, isRenewing }: CardProps) {
  const t = useText()
  const format = useFormat()
  const [isOver, setIsOver] = useState(false)
  const { address, rate, rateAt, rateUntil, maxUsdt, minUsdt, confirmations } = shown
  const usdt = (amount: number) => t('wallet.withdraw.usdtAmount', { amount: format.usdt(amount) })
  const { path, size } = useMemo(() => qrPathOf(address), [address])
  const line = (label: string, value: ReactNode) => (
    <div className="flex flex-wrap justify-between gap-x-12">
      <dt className="text-text-2">{label}</dt>
      <dd className="text-end font-600">{value}</dd>
    </div>
  )
  return (
    <>
      <div className="grid justify-items-center gap-12 rounded-14 bg-surface-2 p-14">
        <div className="overflow-hidden rounded-14">
          <QrCode path={path} size={size} label={t('wallet.usdt.qr')} className="size-188" />
        </div>
        <p className="max-w-full text-center text-14 font-600 break-all">{address}</p>
        <CopyText text={address} label={t('wallet.usdt.copy')} />
      </div>
      <dl className="grid gap-6 rounded-14 bg-surface-2 p-14 text-14">
        {line(t('wallet.withdraw.rate'), t('wallet.withdraw.rateOf', { rate: format.rate(rate) }))}
        {line(t('wallet.usdt.rateAt'), format.when(rateAt))}
        {!isOver && line(t('wallet.usdt.most'), usdt(maxUsdt))}
        {!isOver &&
          line(
            t('wallet.usdt.rateLeft'),
            <Countdown endsAt={Date.parse(rateUntil)} onEnd={() => setIsOver(true)} />,
          )}
        {line(t('wallet.usdt.least'), usdt(minUsdt))}
        {line(t('wallet.usdt.confirmations'), confirmations)}
      </dl>
      <p className="text-13 text-text-2">{t(isOver ? 'wallet.usdt.rateOver' : 'wallet.usdt.rateRule')}</p>
      {isOver && (
        <Button kind="secondary" block busy={isRenewing} onClick={onRenew}>
          {t('wallet.usdt.renew')}
        </Button>
      )}
    </>
  )
}
