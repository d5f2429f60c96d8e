import { Segmented } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { lazilyIn } from '../../../shared/feature.ts'
import { useText } from '../../../shared/text/text.ts'
import { DepositForm } from './DepositForm.tsx'

const lazily = lazilyIn('wallet')

const UsdtDeposit = lazily<{ networks: readonly ('TRC20' | 'ERC20')[] }>(() =>
  import('./UsdtDeposit.tsx').then((module) => module.UsdtDeposit),
)

type Way = 'PIX' | 'USDT'
type Props = { missingCents?: number | undefined }

/** PIX, and USDT where accepted. If that cannot be loaded, only PIX. */
export function DepositWays({ missingCents }: Props) {
  const t = useText()
  const [way, setWay] = useState<Way>('PIX')
  const { data } = useCall('GET /api/app/order/usdtTopUps', { loading: false })
  const networks = data?.networks ?? []
  if (networks.length === 0) return <DepositForm missingCents={missingCents} />
  return (
    <>
      <Segmented<Way>
        label={t('wallet.usdt.way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'PIX', label: 'PIX' },
          { value: 'USDT', label: 'USDT' },
        ]}
      />
      {way === 'PIX' ? <DepositForm missingCents={missingCents} /> : <UsdtDeposit networks={networks} />}
    </>
  )
}
