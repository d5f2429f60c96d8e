import { StatusTag } from '@palpite/ui'
import { centsOf } from '../../shared/format/format.ts'
import { Money } from '../../shared/format/Money.tsx'
import type { UserInfo } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { CopyText } from '../../shared/CopyText.tsx'

/** The test account's credentials and balance; only its own menu shows it. */
export function TestAccountBox({ account }: { account: NonNullable<UserInfo['extendInfo']> }) {
  const t = useText()
  return (
    <section
      aria-label={t('app.account.test')}
      className="mx-12 mt-10 grid gap-4 rounded-18 bg-play-tint p-12"
    >
      <div className="flex items-center justify-between gap-8">
        <StatusTag tone="play">{t('app.account.test')}</StatusTag>
        <Money cents={centsOf(account.balance)} className="text-16 font-800" />
      </div>
      {[account.username, account.pwd].map((value) => (
        <p key={value} className="flex items-center justify-between gap-8 text-13">
          <span className="break-all">{value}</span>
          <CopyText bare text={value} label={t('app.copy.label')} />
        </p>
      ))}
    </section>
  )
}
