import { Button } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { LadderBlock } from '../ladder/LadderBlock.tsx'
import { Card } from '../parts/Card.tsx'
import { EarningNote } from '../parts/EarningNote.tsx'
import { EnterCard } from '../parts/EnterCard.tsx'
import { WageredNote } from '../parts/WageredNote.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { Commissions } from './Commissions.tsx'
import { Earnings } from './Earnings.tsx'
import { type Invitations, useInvitations } from './invitation-levels.ts'
import { LevelCards } from './LevelCards.tsx'
import { Rings } from './Rings.tsx'
import { CopyText } from '../../../shared/CopyText.tsx'

const ladderId = 'ladder'

/** Invitation earnings by level, day and person; and the ladder, which `moveTop=true` scrolls to. */
export function AgentPage() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const invitations = useInvitations(isLoggedIn)
  const [search] = useSearchParams()
  const isReady = !isLoggedIn || invitations.data !== undefined
  const leadsToLadder = search.get('moveTop') === 'true' && isReady
  useEffect(() => {
    if (!leadsToLadder) return
    const ladder = document.getElementById(ladderId)
    ladder?.focus({ preventScroll: true })
    ladder?.scrollIntoView({ block: 'start' })
  }, [leadsToLadder])
  return (
    <>
      <TopBar title={t('rewards.agent.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24 wide:grid-cols-2 wide:grid-rows-[auto_auto_auto_1fr] wide:items-start">
        {isLoggedIn ? (
          <Loaded query={invitations} skeleton={['h-120 rounded-18', 'h-96 rounded-18', 'h-320 rounded-18']}>
            {(data) => <OwnEarnings invitations={data} />}
          </Loaded>
        ) : (
          <EnterCard text={t('rewards.agent.visitor')} />
        )}
        <Explained />
        <LadderBlock id={ladderId} />
        <HelpArticle slug="invite" />
      </main>
    </>
  )
}

function OwnEarnings({ invitations }: { invitations: Invitations }) {
  const t = useText()
  const [level, chooseLevel] = useState<number>()
  const { code, levels, earned, heldCents } = invitations
  return (
    <>
      <Earnings earned={earned} heldCents={heldCents} />
      <LevelCards levels={levels} />
      <div className="hairline flex items-center gap-8 rounded-18 bg-surface-1 p-14 roomy:flex-wrap">
        <span className="grid min-w-0 flex-1 roomy:basis-full">
          <span className="text-12 text-text-2">{t('rewards.share.code')}</span>
          <span className="text-20 font-800 tracking-[0.08em]">{code}</span>
        </span>
        <CopyText bare text={code} label={t('rewards.share.copyCode')} />
        <Button size="s" onClick={() => go(hrefOf('share'))}>
          {t('rewards.agent.invite')}
        </Button>
      </div>
      <Card title={t('rewards.agent.people')} className="wide:col-start-2 wide:row-span-4 wide:row-start-1">
        {levels.length > 0 && <Rings levels={levels} chosen={level} onChoose={chooseLevel} />}
        <Commissions level={level} rateBps={levels[0]?.rateBps} />
      </Card>
    </>
  )
}

/** How commission is computed, at current rates. */
function Explained() {
  const t = useText()
  const format = useFormat()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  return (
    <Card title={t('rewards.agent.how')}>
      <Loaded query={rules} skeleton={['h-72 rounded-14']}>
        {({ commission, earning }) =>
          commission.length === 0 ? (
            <p className="text-14 text-text-2">{t('rewards.agent.none')}</p>
          ) : (
            <>
              <ul className="grid gap-6 text-14">
                {commission.map(({ level, rateBps }) => (
                  <li key={level} className="flex justify-between gap-8">
                    <span className="text-text-2">{t('rewards.agent.ofLevel', { level })}</span>
                    <span className="font-700">{format.percent(rateBps / 10_000, 2)}</span>
                  </li>
                ))}
              </ul>
              <EarningNote earning={earning} />
              <WageredNote>{t('rewards.agent.howText')}</WageredNote>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
