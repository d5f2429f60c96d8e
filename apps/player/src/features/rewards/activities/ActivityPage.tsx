import type { Calls } from '@palpite/contract'
import { ActionBar, Button, Empty, Icon, StatusTag } from '@palpite/ui'
import { refusalCode } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import type { PageProps } from '../../../shared/feature.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsWide } from '../../../shared/use-is-wide.ts'
import { Card } from '../parts/Card.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useClaim } from '../parts/use-claim.ts'
import { WageredNote } from '../parts/WageredNote.tsx'
import { ActivityArt } from './ActivityArt.tsx'
import { ActivityProgress } from './ActivityProgress.tsx'
import { useGoalText } from './use-goal-text.ts'

type Activity = Calls['GET /api/app/rewards/activities/:activityId']['data']
type Progress = Calls['GET /api/app/rewards/activities/:activityId/progress']['data']

/** The refusal for an id that no activity has, or can have. */
const noSuch: readonly (string | undefined)[] = ['not_found', 'bad_request']

/**
 * An activity: period, explanation, prizes, progress, rules. Its action stays in sight at the bottom of a phone; on a desktop it
 * follows the explanation, beside the prizes.
 */
export function ActivityPage({ params }: PageProps) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const isWide = useIsWide()
  const activityId = params['id'] ?? ''
  const input = { params: { activityId }, loading: false }
  const activity = useCall('GET /api/app/rewards/activities/:activityId', input)
  const progress = useCall('GET /api/app/rewards/activities/:activityId/progress', input, {
    enabled: isLoggedIn && activity.data !== undefined,
    staleTime: 0,
  })
  if (noSuch.includes(refusalCode(activity.error))) return <Gone />
  return (
    <>
      <TopBar title={activity.data?.title ?? t('rewards.activity.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-16 wide:grid-cols-2 wide:items-start">
        <Loaded query={activity} skeleton={['h-150 rounded-18', 'h-120 rounded-18', 'h-220 rounded-18']}>
          {(data) => (
            <>
              <div className="grid gap-16">
                <Described activity={data} progress={progress.data} />
                {isWide && <NextStep activity={data} progress={progress.data} />}
              </div>
              <div className="grid gap-16">
                <Terms activity={data} progress={progress.data} />
              </div>
            </>
          )}
        </Loaded>
      </main>
      {!isWide && activity.data && (
        <ActionBar>
          <NextStep activity={activity.data} progress={progress.data} />
        </ActionBar>
      )}
    </>
  )
}

function Gone() {
  const t = useText()
  return (
    <>
      <TopBar title={t('rewards.activity.title')} isLong />
      <main>
        <Empty
          icon="megaphone-simple-fill"
          title={t('rewards.activity.gone')}
          action={
            <Button kind="secondary" size="m" onClick={() => go(hrefOf('home'))}>
              {t('rewards.activity.others')}
            </Button>
          }
        />
      </main>
    </>
  )
}

type Parts = { activity: Activity; progress: Progress | undefined }

function Described({ activity, progress }: Parts) {
  const t = useText()
  const format = useFormat()
  const { state, startsAt, endsAt, prizeCents } = activity
  return (
    <>
      <ActivityArt art={activity.art} isOver={state === 'ended'}>
        {state !== 'ended' && (
          <p className="absolute inset-y-0 start-18 grid max-w-170 content-center text-24 leading-[1.08] font-800 tracking-tighter text-balance roomy:hidden">
            {t('rewards.promo.upTo', { amount: format.money(prizeCents) })}
          </p>
        )}
      </ActivityArt>
      <div className="grid gap-8 px-4">
        <div className="flex flex-wrap items-center gap-8">
          {state === 'open' ? (
            <StatusTag tone="win" icon="play-fill">
              {t(progress?.isFor ? 'rewards.activity.taking' : 'rewards.activity.open')}
            </StatusTag>
          ) : (
            <StatusTag tone="neutral" icon="clock">
              {t(state === 'ended' ? 'rewards.activity.ended' : 'rewards.activity.upcoming')}
            </StatusTag>
          )}
          <span className="text-12 text-text-2">
            {t('rewards.activity.period', { from: format.dayTime(startsAt), to: format.dayTime(endsAt) })}
          </span>
        </div>
        <p className="text-14 text-text-2">{activity.summary}</p>
      </div>
      <Card title={t('rewards.activity.how')}>
        <ol className="grid list-decimal gap-6 ps-20 text-14 text-text-2">
          {activity.how.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    </>
  )
}

/** The prizes, the player's progress towards them, and the rules. */
function Terms({ activity, progress }: Parts) {
  const t = useText()
  const format = useFormat()
  const goalText = useGoalText()
  const { counts } = activity
  return (
    <>
      <Card title={t('rewards.activity.prizes')}>
        <table className="w-full text-14">
          <thead className="text-12 text-text-2">
            <tr>
              <th scope="col" className="pb-6 text-start font-600">
                {t('rewards.activity.goal')}
              </th>
              <th scope="col" className="pb-6 text-end font-600">
                {t('rewards.activity.prize')}
              </th>
            </tr>
          </thead>
          <tbody>
            {activity.steps.map(({ step, goal, prizeCents }) => (
              <tr key={step} className="border-t border-line">
                <td className="py-8">{goalText(counts, goal)}</td>
                <td className="py-8 text-end font-700">{format.money(prizeCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {progress && <ActivityProgress activity={activity} progress={progress} />}
      <details className="group hairline rounded-18 bg-surface-1 px-14 py-4">
        <summary className="flex finger-48 cursor-pointer list-none items-center gap-8 py-8 text-14 font-600 hover:underline">
          <span className="min-w-0 flex-1">{t('app.help.rules')}</span>
          <Icon name="caret-down-bold" className="size-14 shrink-0 group-open:rotate-180" />
        </summary>
        <ul className="grid list-disc gap-6 ps-20 pb-14 text-13 text-text-2">
          {activity.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
      <WageredNote times={activity.wageredTimes} className="px-4" />
    </>
  )
}

/** The next action: enter, claim, deposit, or play. None after its end. */
function NextStep({ activity: { state, counts }, progress }: Parts) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const claim = useClaim()
  const ready = progress?.steps.find((step) => step.state === 'ready')
  if (ready) {
    return (
      <Button block busy={claim.isPending} onClick={() => claim.mutate(ready.awardId)}>
        {t('rewards.claim.action')}
      </Button>
    )
  }
  if (state !== 'open') return null
  const [label, press] = !isLoggedIn
    ? [t('rewards.activity.join'), () => openOverlay('login')]
    : counts === 'top_ups'
      ? [t('rewards.action.deposit'), () => openOverlay('deposit', { tab: 'deposit' })]
      : counts === 'invitees'
        ? [t('rewards.agent.invite'), () => go(hrefOf('share'))]
        : counts === 'check_ins'
          ? [t('rewards.checkIn.title'), () => go(hrefOf('signInSheet'))]
          : [t('rewards.activity.play'), () => openOverlay('gamesSheet')]
  return (
    <Button block onClick={press}>
      {label}
    </Button>
  )
}
