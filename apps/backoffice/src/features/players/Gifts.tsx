import { Button, Empty, StatusTag, type Tone } from '@palpite/ui'
import { useState } from 'react'
import { Answered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { GiveFreeBet } from './GiveFreeBet.tsx'
import { GiveFreeRounds } from './GiveFreeRounds.tsx'

type FreeBet = DataOf<'GET /api/backoffice/players/:playerId/freeBets'>[number]

const looks: Readonly<Record<FreeBet['status'], { tone: Tone; name: TextKey }>> = {
  open: { tone: 'info', name: 'players.freeBet.open' },
  used: { tone: 'win', name: 'players.freeBet.used' },
  revoked: { tone: 'loss', name: 'players.freeBet.revoked' },
  over: { tone: 'neutral', name: 'players.freeBet.over' },
}

/** A player's free bets and their use; new ones, and free rounds. */
export function Gifts({ playerId }: { playerId: number }) {
  const t = useText()
  const mayBets = useMay('freeBets.grant')
  const mayRounds = useMay('freeRounds.grant')
  return (
    <>
      {mayBets && <FreeBets playerId={playerId} />}
      {mayBets && (
        <section aria-label={t('players.freeBet.give')}>
          <h3 className="mb-6 text-13 font-700">{t('players.freeBet.give')}</h3>
          <GiveFreeBet playerId={playerId} />
        </section>
      )}
      {mayRounds && (
        <section aria-label={t('players.freeRounds.give')}>
          <h3 className="mb-6 text-13 font-700">{t('players.freeRounds.give')}</h3>
          <GiveFreeRounds playerId={playerId} />
        </section>
      )}
    </>
  )
}

function FreeBets({ playerId }: { playerId: number }) {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/players/:playerId/freeBets', {
    params: { playerId: String(playerId) },
  })
  return (
    <Answered asked={asked} skeleton="h-160">
      {(freeBets) =>
        freeBets.length === 0 ? (
          <Empty inCard icon="gift-duotone" title={t('players.freeBet.none')} />
        ) : (
          <ol>
            {freeBets.map((freeBet) => (
              <FreeBetRow key={freeBet.freeBetId} playerId={playerId} freeBet={freeBet} />
            ))}
          </ol>
        )
      }
    </Answered>
  )
}

function FreeBetRow({ playerId, freeBet }: { playerId: number; freeBet: FreeBet }) {
  const t = useText()
  const format = useFormat()
  const [isRevoking, setRevoking] = useState(false)
  const { stakeCents, minPriceMilli, endsAt, status } = freeBet
  return (
    <li className="grid gap-8 border-b border-line py-8 text-13 last:border-0">
      <div className="flex items-center justify-between gap-12">
        <span>
          <span className="block font-600">{format.money(stakeCents)}</span>
          <span className="text-12 text-text-2">
            {t('players.freeBet.until', { at: format.time(endsAt) })} · {t('players.freeBet.minPrice')}{' '}
            {format.odds(minPriceMilli)}
          </span>
        </span>
        <span className="flex items-center gap-8">
          <StatusTag tone={looks[status].tone}>{t(looks[status].name)}</StatusTag>
          {status === 'open' && !isRevoking && (
            <Button kind="outline" size="s" onClick={() => setRevoking(true)}>
              {t('players.freeBet.revoke')}
            </Button>
          )}
        </span>
      </div>
      {status === 'open' && isRevoking && (
        <RevokeFreeBet playerId={playerId} freeBetId={freeBet.freeBetId} onDone={() => setRevoking(false)} />
      )}
    </li>
  )
}

type RevokeProps = { playerId: number; freeBetId: string; onDone: () => void }

function RevokeFreeBet({ playerId, freeBetId, onDone }: RevokeProps) {
  const t = useText()
  const revoke = useCommand('POST /api/backoffice/players/:playerId/freeBets/:freeBetId/revoke')
  const params = { playerId: String(playerId), freeBetId }
  return (
    <ReasonedAct<{ isRevoked: boolean }>
      hint={t('players.freeBet.revokeHint')}
      button={t('players.freeBet.revokeButton')}
      isBusy={revoke.isPending}
      send={(reason, answered) => revoke.mutate({ params, body: { reason } }, answered)}
      onDone={({ isRevoked }) => {
        say(
          t(isRevoked ? 'players.freeBet.revokeDone' : 'players.freeBet.revokeLate'),
          isRevoked ? 'done' : 'failed',
        )
        onDone()
      }}
    />
  )
}
