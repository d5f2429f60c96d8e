import { Checkbox } from '@palpite/ui'
import { useId } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { lacksCheck, networkOf } from './payout-key.ts'

type Props = {
  address: string
  onAddress: (address: string) => void
  problem: string | undefined
  /** The address the player says to have compared; undefined when withdrawn. */
  onCompared: (address: string) => void
  isUncompared: boolean
  isTried: boolean
}

/** The address as free text with its detected network; one without a checksum must be compared. */
export function AddressField({ address, onAddress, problem, onCompared, isUncompared, isTried }: Props) {
  const t = useText()
  const id = useId()
  const network = networkOf('USDT', address)
  const isMissing = isTried && isUncompared
  return (
    <div className="grid gap-6">
      <label htmlFor={id} className="text-13 font-600 text-text-2">
        {t('wallet.details.address')}
      </label>
      <textarea
        id={id}
        rows={3}
        required
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={address}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}note`}
        onChange={(event) => onAddress(event.target.value)}
        className="ring-input min-h-88 rounded-14 bg-surface-2 p-14 font-500 break-all outline-none focus:ring-brand aria-invalid:ring-loss"
      />
      {problem !== undefined && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem}
        </p>
      )}
      <p role="status" className="text-13 font-600 text-win empty:hidden">
        {network !== undefined && t('wallet.details.network', { network })}
      </p>
      <p id={`${id}note`} className="text-12 text-text-3">
        {t('wallet.details.addressHint')}
      </p>
      {lacksCheck('USDT', address) && (
        <div className="grid gap-2 rounded-14 bg-warn-tint px-14 py-8">
          <p role={isMissing ? 'alert' : undefined} className="text-13">
            {t('wallet.details.noCheck')}
          </p>
          <Checkbox
            required
            checked={!isUncompared}
            aria-invalid={isMissing || undefined}
            onChange={(event) => onCompared(event.target.checked ? address : '')}
          >
            {t('wallet.details.compared')}
          </Checkbox>
        </div>
      )}
    </div>
  )
}
