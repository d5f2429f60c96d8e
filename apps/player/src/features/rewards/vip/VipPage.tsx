import type { Calls } from '@palpite/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { useCall } from '../../../shared/api/use-call.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { EnterCard } from '../parts/EnterCard.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { Questions } from '../parts/Questions.tsx'
import { LevelBenefits } from './LevelBenefits.tsx'
import { LevelRow } from './LevelRow.tsx'
import { LevelsTable } from './LevelsTable.tsx'
import { OwnLevel } from './OwnLevel.tsx'
import { VipHistory } from './VipHistory.tsx'

/** The VIP club: the player's level, the next one's requirements, all levels with benefits, and a table. */
export function VipPage() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  const own = useCall('GET /api/app/rewards/vip', { loading: false }, { enabled: isLoggedIn, staleTime: 0 })
  const [chosen, choose] = useState<number>()
  const [search] = useSearchParams()
  const benefits = useRef<HTMLDivElement>(null)
  const leadsToBenefits = search.get('tab') === 'benefits'
  const page = isLoggedIn ? both(own, rules) : visitors(rules)
  const isThere = page.data !== undefined
  const show = (level: number) => {
    choose(level)
    benefits.current?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    if (leadsToBenefits && isThere) benefits.current?.scrollIntoView({ block: 'start' })
  }, [leadsToBenefits, isThere])
  return (
    <>
      <TopBar title={t('rewards.vip.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24">
        {!isLoggedIn && <EnterCard text={t('rewards.vip.visitor')} />}
        <Loaded
          query={page}
          skeleton={['h-220 rounded-18', 'h-96 rounded-18', 'h-220 rounded-18', 'h-320 rounded-18']}
        >
          {({ vip, vipLevels }) => {
            const shown =
              vipLevels.find(({ level }) => level === (chosen ?? vip?.level ?? 0)) ?? vipLevels.at(-1)
            if (!shown) return <p className="px-4 text-14 text-text-2">{t('rewards.vip.none')}</p>
            return (
              <>
                {vip && <OwnLevel vip={vip} />}
                <LevelRow levels={vipLevels} chosen={shown.level} own={vip?.level} onChoose={choose} />
                <div className="grid grid-cols-1 gap-16 wide:flex wide:items-start wide:*:min-w-0 wide:*:flex-1">
                  <div ref={benefits} className="scroll-mt-72">
                    <LevelBenefits
                      level={shown}
                      before={vipLevels.find(({ level }) => level === shown.level - 1)}
                      history={vip?.history ?? []}
                    />
                  </div>
                  <VipHistory history={vip?.history ?? []} onChoose={show} />
                </div>
                <LevelsTable levels={vipLevels} own={vip?.level} onChoose={show} />
                <Questions
                  questions={[
                    { question: t('rewards.vip.how'), answer: t('rewards.vip.howText') },
                    { question: t('rewards.vip.keeps'), answer: t('rewards.vip.keepsText') },
                    { question: t('rewards.vip.fee'), answer: t('rewards.vip.feeText') },
                  ]}
                />
                <HelpArticle slug="vip" />
              </>
            )
          }}
        </Loaded>
      </main>
    </>
  )
}

type Query<D> = Pick<UseQueryResult<D>, 'data' | 'isError'> & { refetch: () => Promise<unknown> }
type Rules = Calls['GET /api/app/rewards/rules']['data']
type Own = Calls['GET /api/app/rewards/vip']['data']
type Page = { vip: Own | undefined; vipLevels: Rules['vipLevels'] }

/** A player's page needs both answers: otherwise it would show no level. */
const both = (own: Query<Own>, rules: Query<Rules>): Query<Page> => ({
  data: own.data && rules.data && { vip: own.data, vipLevels: rules.data.vipLevels },
  isError: own.isError || rules.isError,
  refetch: () => Promise.all([own, rules].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
})

const visitors = ({ data, ...query }: Query<Rules>): Query<Page> => ({
  ...query,
  data: data && { vip: undefined, vipLevels: data.vipLevels },
})
