import { StatusTag } from '@palpite/ui'
import { Link } from 'wouter'
import { Answered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { gameNames, stateNames, stateTones } from './rounds.tsx'

type Found = DataOf<'GET /api/backoffice/rounds/:roundId'>

/** A round with everything that decides it, as its player can verify. Loaded once: each view is audited. */
export function RoundDrawer({ roundId, onClose }: { roundId: string; onClose: () => void }) {
  const asked = useAsked('GET /api/backoffice/rounds/:roundId', { params: { roundId } }, { everyMs: false })
  return (
    <Drawer title={`#${roundId}`} onClose={onClose}>
      <Answered asked={asked} skeleton="h-320">
        {(found) => <Shown found={found} />}
      </Answered>
    </Drawer>
  )
}

function Shown({ found: { playerId, round, isProven } }: { found: Found }) {
  const t = useText()
  const format = useFormat()
  const written = (name: string, value: unknown) => (
    <code key={name} className="text-12">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </code>
  )
  const { seeds, draw } = round
  return (
    <>
      <Facts
        facts={[
          [t('plays.column.publicId'), <code key="id">{round.roundId}</code>],
          [t('list.column.player'), <PlayerLink key="player" playerId={playerId} />],
          [t('plays.filter.game'), t(gameNames[round.game])],
          [
            t('list.column.state'),
            <StatusTag key="state" tone={stateTones[round.status]}>
              {t(stateNames[round.status])}
            </StatusTag>,
          ],
          [t('bets.column.stake'), format.money(round.stakeCents)],
          [t('plays.column.multiplier'), `${format.number(round.multiplierE4 / 10_000)}×`],
          [t('plays.column.returned'), format.money(round.payoutCents)],
          [t('plays.column.begunAt'), format.time(round.at)],
          [t('plays.column.settledAt'), round.closedAt === null ? '–' : format.time(round.closedAt)],
          [t('plays.round.choice'), written('choice', round.choice)],
          [t('plays.round.state'), written('state', round.state)],
        ]}
      />
      <Facts
        title={t('plays.round.fairness')}
        facts={[
          ...(isProven === null
            ? []
            : ([
                [
                  t('plays.fairness.proof'),
                  <StatusTag key="proof" tone={isProven ? 'win' : 'loss'}>
                    {t(isProven ? 'plays.fairness.proven' : 'plays.fairness.unproven')}
                  </StatusTag>,
                ],
              ] satisfies Fact[])),
          [t('plays.fairness.algorithm'), written('algorithm', round.algorithm)],
          ...(seeds
            ? ([
                [t('plays.fairness.hash'), written('hash', seeds.serverSeedHash)],
                [
                  t('plays.fairness.serverSeed'),
                  seeds.serverSeed === null ? t('plays.fairness.secret') : written('seed', seeds.serverSeed),
                ],
                [t('plays.fairness.clientSeed'), written('client', seeds.clientSeed)],
                [t('plays.fairness.nonce'), String(seeds.nonce)],
              ] satisfies Fact[])
            : []),
          ...(draw
            ? ([
                [
                  t('plays.filter.draw'),
                  <Link
                    key="draw"
                    href={`/rodadas?sorteio=${draw.sharedRoundId}`}
                    className="text-brand-text underline"
                  >
                    #{draw.sharedRoundId}
                  </Link>,
                ],
                [t('plays.fairness.room'), written('room', draw.room)],
                [t('plays.fairness.place'), String(draw.place)],
                [t('plays.fairness.commitment'), written('commitment', draw.commitment)],
                [t('plays.fairness.salt'), written('salt', draw.salt)],
                [
                  t('plays.fairness.seed'),
                  draw.seed === null ? t('plays.fairness.secret') : written('seed', draw.seed),
                ],
              ] satisfies Fact[])
            : []),
        ]}
      />
    </>
  )
}
