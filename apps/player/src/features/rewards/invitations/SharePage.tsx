import { Button, Empty } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import { EarningNote } from '../parts/EarningNote.tsx'
import { WageredNote } from '../parts/WageredNote.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { AcceptCode } from './AcceptCode.tsx'
import { useInvitations } from './invitation-levels.ts'
import { InviteCard } from './InviteCard.tsx'
import { LevelCards } from './LevelCards.tsx'

/** Inviting friends: code, link, QR code, earnings of the three levels, newest invitees. */
export function SharePage() {
  const t = useText()
  const format = useFormat()
  const invitations = useInvitations()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  return (
    <>
      <TopBar title={t('rewards.share.title')} isLong />
      <main className="grid grid-cols-1 gap-16 px-12 pt-8 pb-24 wide:grid-cols-2 wide:items-start">
        <Loaded query={invitations} skeleton={['h-420 rounded-18', 'h-96 rounded-18', 'h-150 rounded-18']}>
          {({ code, url, levels, latest, mayAccept }) => (
            <>
              <InviteCard code={code} url={url} className="wide:row-span-2" />
              <LevelCards levels={levels} />
              <Card title={t('rewards.share.how')} className="wide:row-span-2">
                <ol className="grid list-decimal gap-6 ps-20 text-14 text-text-2">
                  <li>{t('rewards.share.how1')}</li>
                  <li>{t('rewards.share.how2')}</li>
                  {levels.length > 0 && (
                    <li>
                      {t('rewards.share.how3', {
                        first: format.percent((levels[0]?.rateBps ?? 0) / 10_000, 2),
                        second: format.percent((levels[1]?.rateBps ?? 0) / 10_000, 2),
                        third: format.percent((levels[2]?.rateBps ?? 0) / 10_000, 2),
                      })}
                    </li>
                  )}
                </ol>
                {levels.length > 0 && rules.data && <EarningNote earning={rules.data.earning} />}
                {levels.length > 0 && <WageredNote />}
                <Button kind="secondary" size="m" onClick={() => go(hrefOf('agentJl'))}>
                  {t('rewards.share.toAgent')}
                </Button>
              </Card>
              <Card title={t('rewards.share.latest')} className="wide:row-span-2">
                {latest.length === 0 ? (
                  <Empty
                    inCard
                    icon="share-network-duotone"
                    title={t('rewards.share.nobody')}
                    text={t('rewards.share.nobodyText')}
                  />
                ) : (
                  <ul className="grid gap-10">
                    {latest.map(({ name, level, at, isValid }) => (
                      <li key={`${name} ${at}`} className="flex items-center gap-8 text-14">
                        <span className="min-w-0 flex-1 break-words">{name}</span>
                        {isValid && (
                          <span className="text-12 font-600 text-win">{t('rewards.share.valid')}</span>
                        )}
                        <span className="text-12 text-text-2">{t('rewards.invite.level', { level })}</span>
                        <time dateTime={at} className="text-12 text-text-2">
                          {format.when(at)}
                        </time>
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
              {mayAccept && <AcceptCode />}
            </>
          )}
        </Loaded>
        <HelpArticle slug="invite" />
      </main>
    </>
  )
}
