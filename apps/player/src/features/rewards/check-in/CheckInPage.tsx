import type { Calls } from '@palpite/contract'
import { Button, DayPrizes, Icon } from '@palpite/ui'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { formatMoney } from '../../../shared/format/format.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { text, useLanguage, useText } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'
import { Card } from '../parts/Card.tsx'
import { EnterCard } from '../parts/EnterCard.tsx'
import { WageredNote } from '../parts/WageredNote.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { checkInRequestId } from './check-in-request.ts'

type CheckIn = Calls['GET /api/app/rewards/checkIn']['data']
type Prize = CheckIn['prizes'][number]

/** The daily check-in: the streak's days with prizes, and today's button. */
export function CheckInPage() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const own = useCall(
    'GET /api/app/rewards/checkIn',
    { loading: false },
    { enabled: isLoggedIn, staleTime: 0 },
  )
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  return (
    <>
      <TopBar title={t('rewards.checkIn.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24">
        {isLoggedIn ? (
          <Loaded query={own} skeleton={['h-96 rounded-18', 'h-220 rounded-18', 'h-52 rounded-14']}>
            {(checkIn) => <Streak checkIn={checkIn} />}
          </Loaded>
        ) : (
          <>
            <EnterCard text={t('rewards.checkIn.visitor')} />
            <Loaded query={rules} skeleton={['h-220 rounded-18']}>
              {({ checkIn }) => <Prizes prizes={checkIn} reached={0} />}
            </Loaded>
          </>
        )}
        <WageredNote className="px-4">{t('rewards.checkIn.rules')}</WageredNote>
        <HelpArticle slug="checkIn" />
      </main>
    </>
  )
}

function Streak({ checkIn }: { checkIn: CheckIn }) {
  const t = useText()
  const format = useFormat()
  const language = useLanguage()
  const { isDone, streak, streakDay, prizes, days, today } = checkIn
  const checking = useCommand({
    mutationFn: () => api('POST /api/app/rewards/checkIn', { body: { requestId: checkInRequestId(today) } }),
    onSuccess: async ({ amountCents, streak: now }) => {
      await refreshCalls('GET /api/app/rewards/checkIn', 'GET /api/app/rewards/gameBonus')
      await alert({
        kind: 'win',
        text: text('rewards.checkIn.done', { amount: formatMoney(amountCents, language), count: now }),
      })
      await refreshUser().catch(() => undefined)
    },
    onError: () => void refreshCalls('GET /api/app/rewards/checkIn'),
  })
  const todays = prizes.find((prize) => prize.streakDay === streakDay)
  if (prizes.length === 0) return <p className="px-4 text-14 text-text-2">{t('rewards.checkIn.none')}</p>
  return (
    <>
      <section className="hairline flex items-center gap-14 rounded-18 bg-linear-to-r from-brand-tint to-surface-1 p-16">
        <Icon name="calendar-check-duotone" className="size-44 shrink-0 text-brand-text" />
        <div className="grid gap-2">
          <p className="text-20 font-800 tracking-tight">{t('rewards.checkIn.streak', { count: streak })}</p>
          <p className="text-13 text-text-2">
            {isDone
              ? t('rewards.checkIn.tomorrow')
              : t('rewards.checkIn.today', { amount: format.money(todays?.amountCents ?? 0) })}
          </p>
        </div>
      </section>
      <Prizes prizes={prizes} reached={isDone ? streakDay : streakDay - 1} today={streakDay} />
      <Button block disabled={isDone} busy={checking.isPending} onClick={() => checking.mutate()}>
        {t(isDone ? 'rewards.checkIn.isDone' : 'rewards.checkIn.action')}
      </Button>
      {days.length > 0 && (
        <Card title={t('rewards.checkIn.last')}>
          <ul className="flex flex-wrap gap-8 text-13">
            {days.map((day) => (
              <li key={day} className="flex items-center gap-4 rounded-8 bg-surface-2 px-8 py-4">
                <Icon name="check-bold" className="size-14 text-win" />
                <time dateTime={day}>{format.weekDay(`${day}T12:00:00`)}</time>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type PrizesProps = { prizes: readonly Prize[]; reached: number; today?: number }

/** The streak's days so far. */
function Prizes({ prizes, reached, today }: PrizesProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <DayPrizes
      days={prizes.map(({ streakDay, amountCents }) => ({
        day: streakDay,
        name: t('rewards.checkIn.day', { day: streakDay }),
        amount: money(amountCents),
        isReached: streakDay <= reached,
        isToday: streakDay === today,
      }))}
    />
  )
}
