import { Button, ErrorCard, Icon } from '@palpite/ui'
import { useSearchParams } from 'wouter'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { useCall } from '../../../shared/api/use-call.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUserState } from '../../../shared/use-user.ts'
import { CashPanel } from '../CashPanel.tsx'
import { WageringMeter } from '../wagering/WageringMeter.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { DayLimits } from './DayLimits.tsx'
import { LastMovements } from './LastMovements.tsx'

/** The player's money on one page: balance, deposit and withdrawal, daily limits, last movements. */
export function AccountPage() {
  const t = useText()
  const { user, hasFailed, requestAgain } = useUserState()
  const [search, setSearch] = useSearchParams()
  const check = useCall('GET /api/app/documents/check', { loading: false }, { enabled: user?.kyc === 1 }).data
  const asksDocuments = check?.isNeeded === true && check.state !== 'checking'
  const tab = search.get('tab') === 'withdraw' ? 'withdraw' : 'deposit'
  return (
    <>
      <TopBar title={t('wallet.account.title')} />
      <main
        data-page
        className="grid grid-cols-1 gap-16 px-12 pt-8 pb-16 wide:grid-cols-2 wide:grid-rows-[auto_auto_1fr] wide:items-start"
      >
        <div className="contents wide:col-span-full wide:block">
          {user && user.kyc !== 1 && (
            <Banner tab={tab} words={t('wallet.account.kyc')} action={t('wallet.account.kycAction')} />
          )}
          {asksDocuments && (
            <Banner
              tab={tab}
              words={t('wallet.account.documents')}
              action={t('wallet.account.documentsAction')}
            />
          )}
        </div>
        <div className="contents wide:grid wide:gap-16">
          {hasFailed ? (
            <ErrorCard
              title={t('app.section.failed')}
              retryLabel={t('app.section.retry')}
              onRetry={requestAgain}
            />
          ) : (
            <>
              <BalanceCard user={user} showsAvailable={tab !== 'withdraw'} />
              {user && tab !== 'withdraw' && (
                <WageringMeter wagering={user.wagering} parts={['own', 'bonus']} />
              )}
            </>
          )}
        </div>
        <section
          aria-label={t('wallet.panel.label')}
          className="wide:col-start-2 wide:row-span-2 wide:row-start-2 hairline rounded-18 bg-surface-1 p-12"
        >
          <CashPanel
            tab={tab}
            onTab={(next) =>
              setSearch(
                (params) => {
                  params.set('tab', next)
                  return params
                },
                { replace: true },
              )
            }
          />
        </section>
        <div className="contents wide:grid wide:gap-16">
          {/* The withdrawal itself states what must be staked first; a bonus comes after. */}
          {user && tab === 'withdraw' && <WageringMeter wagering={user.wagering} parts={['bonus']} />}
          <DayLimits lx={user?.lx ?? ''} />
          <LastMovements />
          <button
            type="button"
            onClick={() => openOverlay('limits')}
            className="hairline flex min-h-60 cursor-pointer items-center gap-12 rounded-18 bg-surface-1 px-14 py-10 text-start hover:bg-surface-2"
          >
            <Icon name="plant-duotone" className="size-26 shrink-0 text-win" />
            <span className="grid flex-1 gap-2">
              <span className="text-14 font-600">{t('wallet.account.limits')}</span>
              <span className="text-12 text-text-2">{t('wallet.account.limitsText')}</span>
            </span>
            <Icon name="caret-right-bold" className="size-16 text-text-2" />
          </button>
        </div>
      </main>
    </>
  )
}

type BannerProps = { tab: 'deposit' | 'withdraw'; words: string; action: string }

/** What is required before money can move, with a link. */
function Banner({ tab, words, action }: BannerProps) {
  return (
    <div className="flex items-center gap-12 rounded-18 bg-warn-tint p-12">
      <Icon name="identification-card-duotone" className="size-32 shrink-0 text-warn" />
      <p className="flex-1 text-13">{words}</p>
      <Button size="s" onClick={() => openOverlay('kyc', { tab })}>
        {action}
      </Button>
    </div>
  )
}
