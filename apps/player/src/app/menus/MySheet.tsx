import { Avatar, Button, Sheet } from '@palpite/ui'
import { centsOf } from '../../shared/format/format.ts'
import { Money } from '../../shared/format/Money.tsx'
import { closeOverlay, openOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { useUser } from '../../shared/use-user.ts'

/** The player and balance in short, for game screens. */
export function MySheet() {
  const t = useText()
  const user = useUser()
  return (
    <Sheet title={t('app.my.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid grid-cols-1 gap-12 px-16 pb-8">
        {user && (
          <div className="flex flex-wrap items-center gap-12">
            <Avatar index={user.header} className="size-46 rounded-14" />
            <p className="min-w-0 flex-1 break-all text-13 text-text-2 roomy:basis-3/4">{user.email}</p>
            <Money cents={centsOf(user.balance)} className="text-20 font-800 tracking-tighter" />
          </div>
        )}
        <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
          <Button size="m" onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
            {t('app.account.deposit')}
          </Button>
          <Button size="m" kind="secondary" onClick={() => openOverlay('deposit', { tab: 'withdraw' })}>
            {t('app.account.withdraw')}
          </Button>
        </div>
        <Button size="m" kind="ghost" onClick={() => openOverlay('accountMenu')}>
          {t('app.account.title')}
        </Button>
      </div>
    </Sheet>
  )
}
