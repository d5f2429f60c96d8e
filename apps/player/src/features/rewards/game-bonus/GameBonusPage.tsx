import type { Calls } from '@palpite/contract'
import { Button, Countdown, Empty, Icon, Progress } from '@palpite/ui'
import { useId, useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { stakedFor, useCountedShares } from '../../../shared/use-counted-shares.ts'
import { useUser } from '../../../shared/use-user.ts'
import { Card } from '../parts/Card.tsx'
import { EarningNote } from '../parts/EarningNote.tsx'
import { EnterCard } from '../parts/EnterCard.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { BalanceSplit } from './BalanceSplit.tsx'

type GameBonus = Calls['GET /api/app/rewards/gameBonus']['data']

/** The game bonus: earned so far, how to release it, and each running bonus's remainder. */
export function GameBonusPage() {
  const t = useText()
  const format = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  const own = useCall(
    'GET /api/app/rewards/gameBonus',
    { loading: false },
    { enabled: isLoggedIn, staleTime: 0 },
  )
  return (
    <>
      <TopBar title={t('rewards.gameBonus.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24 wide:grid-cols-2 wide:items-start">
        {isLoggedIn ? (
          <Loaded
            query={own}
            skeleton={['h-180 rounded-18', 'h-100 rounded-18', 'h-280 rounded-18', 'h-220 rounded-18']}
          >
            {(bonus) => (
              <>
                <Accrued bonus={bonus} />
                <BalanceSplit />
                <Running bonuses={bonus.bonuses} />
                <Releases releases={bonus.releases} />
              </>
            )}
          </Loaded>
        ) : (
          <EnterCard text={t('rewards.gameBonus.visitor')} />
        )}
        <Loaded query={rules} skeleton={['h-72 rounded-18']}>
          {({ gameBonus, earning }) => (
            <Card title={t('rewards.gameBonus.how')}>
              <p className="text-14 text-text-2">
                {gameBonus
                  ? t('rewards.gameBonus.howText', {
                      share: format.percent(gameBonus.rateBps / 10_000, 2),
                      most: format.money(gameBonus.maxReleaseCents),
                    })
                  : t('rewards.gameBonus.none')}
              </p>
              {gameBonus && <EarningNote earning={earning} />}
              <Button kind="secondary" size="m" onClick={() => openOverlay('gamesSheet')}>
                {t('rewards.gameBonus.games')}
              </Button>
            </Card>
          )}
        </Loaded>
        <HelpArticle slug="gameBonus" />
      </main>
    </>
  )
}

/** The bonus so far and its stakes; both grow with settled stakes. */
function Accrued({ bonus: { bouns, amount } }: { bonus: GameBonus }) {
  const t = useText()
  const format = useFormat()
  const discount = useUser()?.payDiscount
  const [isOver, setIsOver] = useState(false)
  const whyId = useId()
  return (
    <section
      aria-label={t('rewards.gameBonus.accrued')}
      className="hairline grid gap-12 rounded-18 bg-linear-to-br from-play-tint to-surface-1 p-16"
    >
      <div className="grid gap-2" aria-live="polite">
        <span className="text-13 text-text-2">{t('rewards.gameBonus.accrued')}</span>
        <span className="text-32 font-800 tracking-tighter">{format.money(centsOf(bouns))}</span>
        <span className="text-12 text-text-2">
          {t('rewards.gameBonus.from', { staked: format.money(centsOf(amount)) })}
        </span>
      </div>
      <Button
        disabled={bouns <= 0}
        aria-describedby={bouns <= 0 ? whyId : undefined}
        onClick={() => openOverlay('bonusIncrease')}
      >
        {t('rewards.gameBonus.release')}
      </Button>
      {bouns <= 0 && (
        <p id={whyId} className="text-13 text-text-2">
          {t('rewards.gameBonus.nothingYet')}
        </p>
      )}
      {discount && !isOver && (
        <p className="flex items-center justify-center gap-6 text-13 text-brand-text">
          <Icon name="clock-countdown" className="size-16" />
          {t('rewards.gameBonus.discount', { share: format.percent(discount.discount, 0) })}
          <Countdown endsAt={discount.expiredTime} onEnd={() => setIsOver(true)} />
        </p>
      )}
    </section>
  )
}

const sources: Readonly<Record<string, TextKey>> = {
  topup: 'rewards.kind.topup',
  vip: 'rewards.kind.vip',
  ladder: 'rewards.kind.ladder',
  activity: 'rewards.kind.activity',
  check_in: 'rewards.kind.checkIn',
  commission: 'rewards.kind.commission',
  game_bonus: 'rewards.kind.gameBonus',
}

/** The bonuses being wagered: remainder, order, and counting stakes. */
function Running({ bonuses }: Pick<GameBonus, 'bonuses'>) {
  const t = useText()
  const { money } = useFormat()
  const shares = useCountedShares()
  return (
    <Card title={t('rewards.gameBonus.running')}>
      {bonuses.length === 0 ? (
        <Empty
          inCard
          icon="gift-duotone"
          title={t('rewards.gameBonus.noneRunning')}
          text={t('rewards.gameBonus.noneRunningText')}
          action={
            <Button kind="secondary" size="m" onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
              {t('rewards.action.deposit')}
            </Button>
          }
        />
      ) : (
        <>
          <ul className="grid gap-14">
            {bonuses.map(({ source, grantCents, wagerCents, leftCents }, at) => {
              const onSports = shares && stakedFor(leftCents, shares.sportsBps)
              const left = t('rewards.gameBonus.left', { left: money(onSports ?? leftCents) })
              return (
                <li key={at} className="grid gap-6 text-13">
                  <p className="flex flex-wrap justify-between gap-8 text-14 font-600">
                    <span>{t(sources[source] ?? 'rewards.kind.other')}</span>
                    <span>{money(grantCents)}</span>
                  </p>
                  <Progress label={left} share={wagerCents > 0 ? (wagerCents - leftCents) / wagerCents : 1} />
                  <p className="text-text-2">{left}</p>
                </li>
              )
            })}
          </ul>
          <p className="text-13 text-text-2">{t('rewards.gameBonus.order')}</p>
          <CountedShares isFolded />
        </>
      )}
      <Button kind="ghost" size="m" onClick={() => go(hrefOf('conta'))}>
        {t('rewards.gameBonus.toWallet')}
      </Button>
    </Card>
  )
}

function Releases({ releases }: Pick<GameBonus, 'releases'>) {
  const t = useText()
  const format = useFormat()
  if (releases.length === 0) return null
  return (
    <Card title={t('rewards.gameBonus.releases')}>
      <ul className="grid gap-8 text-14">
        {releases.map(({ amountCents, at }) => (
          <li key={at} className="flex justify-between gap-8">
            <time dateTime={at} className="text-text-2">
              {format.dayTime(at)}
            </time>
            <span className="font-700">{format.money(amountCents)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
