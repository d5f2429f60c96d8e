import { Button } from '@palpite/ui'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import { EnterCard } from '../parts/EnterCard.tsx'
import { WageredNote } from '../parts/WageredNote.tsx'
import { LadderBlock } from './LadderBlock.tsx'
import { useLadder } from './use-ladder.ts'

/** The ladder bonus: the prize per number of valid friends, and what was claimed. */
export function LadderPage() {
  const t = useText()
  const format = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const own = useLadder(isLoggedIn)
  const claimed = own.data?.steps.filter(({ claimedAt }) => claimedAt !== null) ?? []
  return (
    <>
      <TopBar title={t('rewards.ladder.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24">
        {!isLoggedIn && <EnterCard text={t('rewards.ladder.visitor')} />}
        <LadderBlock />
        <Button kind="secondary" size="m" onClick={() => go(hrefOf('share'))}>
          {t('rewards.ladder.invite')}
        </Button>
        {claimed.length > 0 && (
          <Card title={t('rewards.ladder.history')}>
            <ul className="grid gap-8 text-14">
              {claimed.map(({ step, invitees, awardCents, claimedAt }) => (
                <li key={step} className="flex justify-between gap-8">
                  <span className="text-text-2">
                    {t('rewards.ladder.friends', { count: invitees })}
                    {claimedAt !== null && ` · ${format.dayTime(claimedAt)}`}
                  </span>
                  <span className="font-700">{format.money(awardCents)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <WageredNote className="px-4">{t('rewards.ladder.terms')}</WageredNote>
        <HelpArticle slug="invite" />
      </main>
    </>
  )
}
