import { Button, StatusTag } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { say } from '../../shared/notices.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'
import { type Referral, referralNames, referralTones, refusalName } from './referral.ts'

/** A bet above its limit with its legs then and now, and the trader's decision while it waits. */
export function ReferralDrawer({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const seconds = useSecondsTo(referral.until)
  const { status, refusal } = referral
  const waits = status === 'waiting' && seconds > 0
  const facts: Fact[] = [
    [
      t('list.column.state'),
      <StatusTag key="state" tone={referralTones[status]}>
        {t(referralNames[status])}
      </StatusTag>,
    ],
    ...(waits ? [[t('referrals.fact.left'), t('referrals.fact.seconds', { seconds })] as const] : []),
    [t('list.column.player'), <PlayerLink key="player" playerId={referral.playerId} />],
    [t('bets.column.stake'), format.money(referral.stakeCents)],
    [t('bets.column.return'), format.money(referral.potentialReturnCents)],
    [t('referrals.column.most'), format.money(referral.maxStakeCents)],
    [t('referrals.column.askedAt'), format.time(referral.askedAt)],
    ...(referral.betId === null ? [] : [[t('bets.column.bet'), `#${referral.betId}`] as const]),
    ...(refusal === null ? [] : [[t('referrals.fact.why'), t(refusalName(refusal))] as const]),
    ...(referral.reason === null ? [] : [[t('reason.field.label'), referral.reason] as const]),
  ]
  return (
    <Drawer
      title={referral.legs.map(({ title }) => title).join(', ')}
      onClose={onClose}
      footer={waits && <Decision id={String(referral.id)} onDone={onClose} />}
    >
      <Facts facts={facts} />
      <Legs referral={referral} />
    </Drawer>
  )
}

function Legs({ referral: { legs } }: { referral: Referral }) {
  const t = useText()
  const format = useFormat()
  const words = useMarketWords()
  return (
    <section>
      <h3 className="mb-6 text-13 font-700">{t('referrals.legs.title')}</h3>
      <ul className="grid text-13">
        {legs.map((leg, at) => (
          <li key={at} className="flex justify-between gap-16 border-b border-line py-6 last:border-0">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-600">{leg.title}</span>
              <span className="block text-text-2">{`${words(leg)} · ${labelOf(leg, t)}`}</span>
              <span className="block text-12 text-text-2">{format.time(leg.startsAt)}</span>
            </span>
            <span className="shrink-0 font-700">
              {leg.priceMilli !== leg.nowMilli && (
                <s className="me-6 font-500 text-text-2">{format.odds(leg.priceMilli)}</s>
              )}
              {format.odds(leg.nowMilli)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText()
  const accept = useCommand('POST /api/backoffice/bets/referrals/:id/accept')
  const refuse = useCommand('POST /api/backoffice/bets/referrals/:id/refuse')
  return (
    <div className="grid gap-16">
      <Button
        size="s"
        busy={accept.isPending}
        disabled={refuse.isPending}
        onClick={() =>
          accept.mutate(
            { params: { id }, body: {} },
            {
              onSuccess: ({ refusal }) => {
                if (refusal === null) say(t('referrals.accept.done'))
                else say(`${t('referrals.accept.failed')} ${t(refusalName(refusal))}`, 'failed')
                onDone()
              },
              onError: (error) => say(wordsOf(error, t), 'failed'),
            },
          )
        }
      >
        {t('referrals.accept.button')}
      </Button>
      <ReasonedAct<null>
        hint={t('referrals.refuse.hint')}
        button={t('referrals.refuse.button')}
        isBusy={refuse.isPending}
        isReady={!accept.isPending}
        send={(reason, answered) => refuse.mutate({ params: { id }, body: { reason } }, answered)}
        onDone={() => {
          say(t('referrals.refuse.done'))
          onDone()
        }}
      />
    </div>
  )
}

const TICK_MS = 500

/** The remaining whole seconds, at least zero; ticking while mounted. */
function useSecondsTo(at: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
}
