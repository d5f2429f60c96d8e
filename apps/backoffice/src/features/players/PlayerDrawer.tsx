import { Segmented, StatusTag } from '@palpite/ui'
import { useState } from 'react'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { FreeBets } from './FreeBets.tsx'
import { Money } from './Money.tsx'
import { PlayerActs } from './PlayerActs.tsx'
import type { Player } from './player.ts'
import { Timeline } from './Timeline.tsx'

type Props = { player: Player; onClose: () => void }

/** A player as far as the operator's permissions allow: profile, money, free bets, actions on the account. */
export function PlayerDrawer({ player, onClose }: Props) {
  const t = useText()
  const mayAudit = useMay('audit.read')
  const mayFreeBets = useMay('freeBets.grant')
  const [part, setPart] = useState('profile')
  const parts = [
    { value: 'profile', label: t('players.part.profile') },
    { value: 'money', label: t('players.part.money') },
    ...(mayFreeBets ? [{ value: 'freeBets', label: t('players.part.freeBets') }] : []),
    ...(mayAudit ? [{ value: 'timeline', label: t('players.part.timeline') }] : []),
  ]
  return (
    <Drawer
      title={t('players.drawer.title', { id: player.playerId, name: player.name ?? player.email })}
      onClose={onClose}
    >
      <Segmented label={t('players.part.label')} options={parts} value={part} onChange={setPart} />
      {part === 'profile' && <Profile player={player} />}
      {part === 'money' && <Money playerId={player.playerId} />}
      {part === 'freeBets' && <FreeBets playerId={player.playerId} />}
      {part === 'timeline' && <Timeline subject={`player:${player.playerId}`} />}
    </Drawer>
  )
}

function Profile({ player }: { player: Player }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <Facts
        facts={[
          [t('players.column.publicId'), <code key="id">{player.uId}</code>],
          [t('players.column.email'), player.email],
          [t('players.column.phone'), player.phone ?? '–'],
          [t('players.column.name'), player.name ?? '–'],
          [t('players.column.cpf'), player.cpf ?? '–'],
          [t('players.column.since'), format.time(player.createdAt)],
          [
            t('players.column.kind'),
            player.isTest ? (
              <StatusTag key="kind" tone="warn">
                {t('players.kind.test')}
              </StatusTag>
            ) : (
              t('players.kind.real')
            ),
          ],
          ...(player.closing
            ? [[t('closings.column.closedAt'), format.time(player.closing.closedAt)] as const]
            : []),
          [
            t('players.factor.label'),
            player.secondFactorSince === null
              ? t('players.factor.off')
              : t('players.factor.since', { at: format.time(player.secondFactorSince) }),
          ],
          ...(player.factorResets.length > 0
            ? [
                [
                  t('players.factor.reset'),
                  <StatusTag key="reset" tone="warn">
                    {t('players.factor.pending')}
                  </StatusTag>,
                ] as const,
              ]
            : []),
        ]}
      />
      <PlayerActs player={player} />
    </>
  )
}
