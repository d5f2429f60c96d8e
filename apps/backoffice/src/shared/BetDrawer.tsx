import { StatusTag } from '@palpite/ui'
import { Answered } from './Answered.tsx'
import type { DataOf } from './api.ts'
import { useAsked } from './ask-again.ts'
import { Drawer } from './Drawer.tsx'
import { Facts } from './Facts.tsx'
import { useFormat } from './format.ts'
import { useMarketWords } from './market-words.ts'
import { PlayerLink } from './PlayerLink.tsx'
import { useText } from './text.ts'

type Found = DataOf<'GET /api/backoffice/bets/:betId'>
type Leg = Found['bet']['legs'][number]

/** A bet as its player sees it, leg by leg, and whether its receipt is valid. Loaded once: each view is audited. */
export function BetDrawer({ betId, onClose }: { betId: string; onClose: () => void }) {
  const asked = useAsked('GET /api/backoffice/bets/:betId', { params: { betId } }, { everyMs: false })
  return (
    <Drawer title={`#${betId}`} onClose={onClose}>
      <Answered asked={asked} skeleton="h-320">
        {(found) => <Shown found={found} />}
      </Answered>
    </Drawer>
  )
}

function Shown({ found: { playerId, bet, isReceiptRight } }: { found: Found }) {
  const t = useText()
  const format = useFormat()
  const { sold, returnCents, settledAt } = bet
  return (
    <>
      <Facts
        facts={[
          [t('plays.column.publicId'), <code key="id">{bet.betId}</code>],
          [t('list.column.player'), <PlayerLink key="player" playerId={playerId} />],
          [t('bets.column.stake'), format.money(bet.stakeCents)],
          [t('bets.column.return'), format.money(bet.potentialReturnCents)],
          [t('plays.column.returned'), returnCents === null ? '–' : format.money(returnCents)],
          ...(sold ? [[t('plays.bet.sold'), format.money(sold.paidCents)] as const] : []),
          [t('bets.column.placedAt'), format.time(bet.placedAt)],
          [t('plays.column.settledAt'), settledAt === null ? '–' : format.time(settledAt)],
          [
            t('plays.bet.receipt'),
            <StatusTag key="receipt" tone={isReceiptRight ? 'win' : 'loss'}>
              {t(isReceiptRight ? 'plays.receipt.holds' : 'plays.receipt.fails')}
            </StatusTag>,
          ],
        ]}
      />
      <div>
        <h3 className="mb-6 text-13 font-700">{t('plays.bet.legs')}</h3>
        <ol className="grid gap-8">
          {bet.legs.map((leg) => (
            <LegCard key={leg.outcomeId} leg={leg} isOpen={bet.status === 'open'} />
          ))}
        </ol>
      </div>
    </>
  )
}

/** The specification's result code of a leg; zero is a draw once the bet is over. */
const ends = {
  10: 'plays.state.won',
  20: 'plays.state.lost',
  90: 'plays.state.refunded',
} as const
const endOf = (result: number) => ends[result as keyof typeof ends]

function LegCard({ leg, isOpen }: { leg: Leg; isOpen: boolean }) {
  const t = useText()
  const format = useFormat()
  const words = useMarketWords()
  const end = endOf(leg.result)
  return (
    <li className="hairline grid gap-4 rounded-11 p-12 text-13">
      <p className="flex justify-between gap-8 font-600">
        <span className="min-w-0 wrap-anywhere">{leg.title ?? `${leg.home} x ${leg.away}`}</span>
        <span className="tabular-nums">{format.number(leg.priceMilli / 1000)}</span>
      </p>
      <p className="text-12 text-text-2">{words({ ...leg, type: leg.marketType })}</p>
      <p className="flex items-center justify-between gap-8">
        <span>{leg.name ?? leg.code}</span>
        <span className="text-12 text-text-2">
          {end ? t(end) : t(isOpen ? 'plays.state.open' : 'plays.state.settled')} ·{' '}
          {format.time(leg.startsAt)}
        </span>
      </p>
    </li>
  )
}
