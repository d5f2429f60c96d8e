import { Button, Sheet, StatusTag } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { logOut } from '../../../shared/log-out.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { storeTestAccount } from './test-account.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

/** The test account's credentials and balance, with a button to switch to it. Without an answer it stays closed. */
export function TestAccountSheet() {
  const t = useText()
  const { data, isError } = useCall('GET /api/app/user/getUserTest', {})
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (isError) closeOverlay()
  }, [isError])
  if (!data) return null

  const change = async () => {
    storeTestAccount({ email: data.username, password: data.pwd })
    setIsLeaving(true)
    await logOut()
  }
  const row = (label: string, value: string) => (
    <div className="flex min-h-52 items-center gap-8 roomy:grid roomy:gap-0 roomy:py-8">
      <dt className="text-13 text-text-2">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-end gap-4 font-600 roomy:justify-between">
        <span className="break-all">{value}</span>
        <CopyText bare text={value} label={t('account.test.copy', { what: label })} />
      </dd>
    </div>
  )
  return (
    <Sheet
      title={t('account.test.title')}
      aside={<StatusTag tone="play">{t('account.test.tag')}</StatusTag>}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      footer={
        <Button block busy={isLeaving} onClick={() => void change()}>
          {t('account.test.change')}
        </Button>
      }
    >
      <div className="grid gap-12 px-16 pb-8">
        <p className="text-14 text-text-2">{t('account.test.about')}</p>
        <dl className="divide-y divide-line rounded-18 bg-surface-2 px-14">
          {row(t('account.email.label'), data.username)}
          {row(t('account.password.label'), data.pwd)}
          <div className="flex min-h-52 items-center justify-between gap-8">
            <dt className="text-13 text-text-2">{t('app.wallet.balance')}</dt>
            <dd>
              <Money cents={centsOf(data.balance)} className="text-18 font-800" />
            </dd>
          </div>
        </dl>
      </div>
    </Sheet>
  )
}
