import { Segmented, StatusTag } from '@palpite/ui'
import { Link } from 'wouter'
import { useAddress } from '../../shared/address.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { Gifts } from './Gifts.tsx'
import { Invitations } from './Invitations.tsx'
import { Money } from './Money.tsx'
import { Notes } from './Notes.tsx'
import { PinnedNotes } from './PinnedNotes.tsx'
import { PlayerActs } from './PlayerActs.tsx'
import type { Player } from './player.ts'
import { Suspension } from './Suspension.tsx'
import { Timeline } from './Timeline.tsx'

/** Parts that fit beside each other on a phone. */
const MAX_IN_A_ROW = 5

type Props = { player: Player; onClose: () => void }

/** A player as far as the operator's permissions allow: profile, money, free bets, notes, invitations, history, actions on the account. The part is in the address. */
export function PlayerDrawer({ player, onClose }: Props) {
  const t = useText()
  const address = useAddress()
  const mayFreeBets = useMay('freeBets.grant')
  const mayFreeRounds = useMay('freeRounds.grant')
  const parts = [
    { value: 'perfil', label: t('players.part.profile') },
    { value: 'dinheiro', label: t('players.part.money') },
    ...(mayFreeBets || mayFreeRounds ? [{ value: 'gratis', label: t('players.part.freeBets') }] : []),
    { value: 'notas', label: t('players.part.notes') },
    { value: 'convites', label: t('players.part.invitations') },
    { value: 'historico', label: t('players.part.timeline') },
  ]
  const part = parts.find(({ value }) => value === address.get('parte'))?.value ?? 'perfil'
  return (
    <Drawer
      title={t('players.drawer.title', { id: player.playerId, name: player.name ?? player.email })}
      onClose={onClose}
    >
      <Suspension player={player} />
      <PinnedNotes playerId={player.playerId} />
      <Segmented
        label={t('players.part.label')}
        options={parts}
        isWrapped={parts.length > MAX_IN_A_ROW}
        value={part}
        onChange={(next) => address.set({ parte: next === 'perfil' ? '' : next, tipo: '' })}
      />
      {part === 'perfil' && <Profile player={player} />}
      {part === 'dinheiro' && <Money playerId={player.playerId} />}
      {part === 'gratis' && <Gifts playerId={player.playerId} />}
      {part === 'notas' && <Notes playerId={player.playerId} />}
      {part === 'convites' && <Invitations playerId={player.playerId} />}
      {part === 'historico' && <Timeline playerId={player.playerId} />}
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
      <Plays playerId={player.playerId} />
      <PlayerActs player={player} />
    </>
  )
}

/** The lists of this player's bets and rounds. */
function Plays({ playerId }: { playerId: number }) {
  const t = useText()
  const lists = [
    { may: useMay('bets.read'), href: `/apostas?jogador=${playerId}`, name: t('nav.bets.name') },
    { may: useMay('rounds.read'), href: `/rodadas?jogador=${playerId}`, name: t('nav.rounds.name') },
  ].filter(({ may }) => may)
  if (lists.length === 0) return null
  return (
    <p className="flex gap-16 text-13">
      {lists.map(({ href, name }) => (
        <Link key={href} href={href} className="font-600 text-info underline-offset-2 hover:underline">
          {name}
        </Link>
      ))}
    </p>
  )
}
