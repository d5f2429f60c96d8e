import { StatusTag } from '@palpite/ui'
import { Link } from 'wouter'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { gameNames } from './rounds.tsx'
import { bandNames, bandTones, type Game, periodNames, type Return, returnBps } from './game.ts'
import { OpenOrClose } from './OpenOrClose.tsx'

/** A game's bounds, its return per period with expected bands, and its draw chains. */
export function GameDrawer({ game, onClose }: { game: Game; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const mayPropose = useMay('settings.propose')
  const maySeeSettings = useMay('settings.read')
  const { openRounds, oldestOpenAt, leastBps, mostBps, publishedBps } = game
  return (
    <Drawer
      title={t(gameNames[game.game])}
      onClose={onClose}
      footer={mayPropose && maySeeSettings && <OpenOrClose game={game} />}
    >
      <Facts
        facts={[
          [
            t('list.column.state'),
            <StatusTag key="state" tone={game.isOpen ? 'win' : 'neutral'}>
              {t(game.isOpen ? 'games.state.open' : 'games.state.closed')}
            </StatusTag>,
          ],
          [t('games.fact.minStake'), format.money(game.minStakeCents)],
          [t('games.fact.maxStake'), format.money(game.maxStakeCents)],
          [t('games.fact.maxPayout'), format.money(game.maxPayoutCents)],
          [t('games.column.published'), format.percent(publishedBps)],
          ...(leastBps === mostBps
            ? []
            : ([
                [t('games.fact.bounds'), `${format.percent(leastBps)} – ${format.percent(mostBps)}`],
              ] as const)),
          [t('games.column.openRounds'), format.number(openRounds)],
          ...(oldestOpenAt === null ? [] : ([[t('games.fact.oldest'), format.time(oldestOpenAt)]] as const)),
          [
            t('nav.rounds.name'),
            <Link key="rounds" href={`/rodadas?jogo=${game.game}`} className="text-brand-text underline">
              {t('games.fact.rounds')}
            </Link>,
          ],
        ]}
      />
      {game.returns.map((one) => (
        <ReturnFacts key={one.period} of={one} />
      ))}
      {game.chains.map(({ room, number, length, played, commitment }) => (
        <Facts
          key={room}
          title={t('games.chain.title', { room })}
          facts={[
            [t('games.chain.number'), format.number(number)],
            [
              t('games.chain.played'),
              t('games.chain.ofAll', { played: format.number(played), all: format.number(length) }),
            ],
            [
              t('plays.fairness.commitment'),
              <code key="commitment" className="text-12">
                {commitment}
              </code>,
            ],
          ]}
        />
      ))}
    </Drawer>
  )
}

/** A period: stakes, payouts, the expected return, and its usual and alarm bands. */
function ReturnFacts({ of }: { of: Return }) {
  const t = useText()
  const format = useFormat()
  const { rounds, stakedCents, paidCents, expectedCents, state, watch, alarm } = of
  const share = (cents: number) => {
    const bps = returnBps(cents, stakedCents)
    return bps === undefined ? '–' : format.percent(bps)
  }
  if (rounds === 0)
    return (
      <div>
        <h3 className="mb-6 text-13 font-700">{t(periodNames[of.period])}</h3>
        <p className="text-13 text-text-2">{t('games.return.none')}</p>
      </div>
    )
  const between = ({ leastCents, mostCents }: typeof watch) => `${share(leastCents)} – ${share(mostCents)}`
  return (
    <Facts
      title={t(periodNames[of.period])}
      facts={[
        [
          t('games.return.state'),
          <StatusTag key="state" tone={bandTones[state]}>
            {t(bandNames[state])}
          </StatusTag>,
        ],
        [t('games.return.rounds'), format.number(rounds)],
        [t('games.return.staked'), format.money(stakedCents)],
        [t('games.return.paid'), `${format.money(paidCents)} · ${share(paidCents)}`],
        [t('games.return.expected'), `${format.money(expectedCents)} · ${share(expectedCents)}`],
        [t('games.return.watch'), between(watch)],
        [t('games.return.alarm'), between(alarm)],
      ]}
    />
  )
}
