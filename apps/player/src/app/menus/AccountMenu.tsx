import { Avatar, Button, ErrorCard, Icon, Sheet, Skeleton, VipBadge } from '@palpite/ui'
import { centsOf } from '../../shared/format/format.ts'
import { Money } from '../../shared/format/Money.tsx'
import { hasLevels } from '../../shared/levels.ts'
import { go } from '../../shared/navigation.ts'
import { closeOverlay, openOverlay } from '../../shared/overlays.ts'
import { hrefOf } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { useUserState } from '../../shared/use-user.ts'
import { hasOverlay, hasPage } from '../registry.ts'
import { logOut } from '../../shared/log-out.ts'
import { SessionClock } from '../../shared/SessionClock.tsx'
import { TestAccountBox } from './TestAccountBox.tsx'
import { MenuEntry } from './MenuEntry.tsx'
import { MessagesEntry } from './MessagesEntry.tsx'
import { CopyText } from '../../shared/CopyText.tsx'

/** The account menu, from the top: player, balance, and account pages. */
export function AccountMenu() {
  const t = useText()
  const { user, hasFailed, requestAgain } = useUserState()
  return (
    <Sheet
      side="top"
      desk="panel"
      title={t('app.account.title')}
      hideTitle
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      {user ? (
        <div className="flex items-center gap-12 px-16 pt-16 pe-56">
          <button
            type="button"
            aria-label={t('app.avatar.change')}
            onClick={() => openOverlay('avatarPicker')}
            className="relative shrink-0 cursor-pointer rounded-18"
          >
            <Avatar index={user.header} className="size-64 rounded-18" />
            <span
              aria-hidden="true"
              className="absolute -end-4 -bottom-4 grid size-22 place-items-center rounded-full bg-surface-3 ring-2 ring-surface-1"
            >
              <Icon name="pencil-simple" className="size-14" />
            </span>
          </button>
          <div className="min-w-0 flex-1">
            {hasLevels(user) && (
              <p className="flex items-center gap-6 text-14 font-700">
                <VipBadge level={user.level} className="size-26" />
                {t('app.account.level', { level: user.level })}
              </p>
            )}
            <p className="flex items-center text-13 text-text-2">
              <span className="break-all">{user.email}</span>
              <CopyText bare text={user.email} label={t('app.account.copyEmail')} />
            </p>
          </div>
        </div>
      ) : hasFailed ? (
        <div className="px-12 pt-56">
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={requestAgain}
          />
        </div>
      ) : (
        <Skeleton className="m-16 h-64" />
      )}
      {user?.testFlag === '1' && user.extendInfo && <TestAccountBox account={user.extendInfo} />}
      <div className="mx-12 mt-10 grid gap-10 rounded-18 bg-surface-2 p-12">
        <p className="flex items-baseline justify-between text-13 text-text-2">
          {t('app.wallet.balance')}
          {user && (
            <Money cents={centsOf(user.balance)} className="text-24 font-800 tracking-tighter text-text" />
          )}
        </p>
        <SessionClock />
        <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
          <Button size="m" onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
            {t('app.account.deposit')}
          </Button>
          <Button size="m" kind="secondary" onClick={() => openOverlay('deposit', { tab: 'withdraw' })}>
            {t('app.account.withdraw')}
          </Button>
        </div>
      </div>
      <div className="mt-8 grid px-8">
        {user?.testFlag === '1' && hasOverlay('testAccount') && (
          <MenuEntry
            icon="key-duotone"
            label={t('app.account.test')}
            onPress={() => openOverlay('testAccount')}
          />
        )}
        {hasPage('conta') && (
          <MenuEntry
            icon="wallet-duotone"
            label={t('app.account.wallet')}
            hint={t('app.menu.walletNote')}
            onPress={() => go(hrefOf('conta'))}
          />
        )}
        {hasPage('vip') && (
          <MenuEntry icon="crown-duotone" label={t('app.account.vip')} onPress={() => go(hrefOf('vip'))} />
        )}
        {hasPage('registros') && (
          <MenuEntry
            icon="receipt-duotone"
            label={t('app.account.records')}
            hint={t('app.menu.recordsNote')}
            onPress={() => go(hrefOf('registros'))}
          />
        )}
        <MessagesEntry />
        <MenuEntry
          icon="circle-half-fill"
          label={t('app.setting.title')}
          onPress={() => openOverlay('setting')}
        />
        {hasOverlay('changePassword') && (
          <MenuEntry
            icon="lock-key"
            label={t('app.account.password')}
            onPress={() => openOverlay('changePassword')}
          />
        )}
        {hasOverlay('changeEmail') && (
          <MenuEntry
            icon="envelope-simple"
            label={t('app.account.email')}
            onPress={() => openOverlay('changeEmail')}
          />
        )}
        {hasOverlay('passkeys') && (
          <MenuEntry
            icon="fingerprint"
            label={t('app.account.passkeys')}
            onPress={() => openOverlay('passkeys')}
          />
        )}
        {hasOverlay('secondFactor') && (
          <MenuEntry
            icon="password"
            label={t('app.account.secondFactor')}
            onPress={() => openOverlay('secondFactor')}
          />
        )}
        {hasOverlay('devices') && (
          <MenuEntry
            icon="shield-check"
            label={t('app.account.devices')}
            onPress={() => openOverlay('devices')}
          />
        )}
        {hasOverlay('ownData') && (
          <MenuEntry
            icon="identification-card-duotone"
            label={t('app.account.ownData')}
            onPress={() => openOverlay('ownData')}
          />
        )}
        <MenuEntry icon="sign-out" label={t('app.account.logOut')} onPress={() => void logOut()} />
      </div>
    </Sheet>
  )
}
