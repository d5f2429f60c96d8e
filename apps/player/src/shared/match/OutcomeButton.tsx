import { OddsButton } from '@palpite/ui'
import type { Fixture, Market, Outcome } from '../fixture.ts'
import { useFormat } from '../format/use-format.ts'
import type { TextKey } from '../text/keys.ts'
import { useText } from '../text/text.ts'
import { usePriceMove } from './use-price-move.ts'

type Props = {
  fixture: Fixture
  market: Market
  outcome: Outcome
  chosen: boolean
  /** Shows 1, X, 2, + or − beside the price, where no column head says it. */
  labelled?: boolean
  onChoose: () => void
}

const signs: Readonly<Record<string, string>> = { home: '1', draw: 'X', away: '2', over: '+', under: '−' }
const sideTexts: Readonly<Record<string, TextKey>> = {
  home: 'app.outcome.home',
  draw: 'app.outcome.draw',
  away: 'app.outcome.away',
  over: 'app.outcome.over',
  under: 'app.outcome.under',
}

/** A price of a match, as the server last told it. */
export function OutcomeButton({ fixture, market, outcome, chosen, labelled, onChoose }: Props) {
  const t = useText()
  const { price } = useFormat()
  const move = usePriceMove(outcome.priceMilli)
  const status =
    market.status === 'open' ? outcome.status : market.status === 'suspended' ? 'suspended' : 'closed'
  const shown = price(outcome.priceMilli)
  const side = t(sideTexts[outcome.code] ?? 'app.outcome.other', {
    home: fixture.home,
    away: fixture.away,
    name: outcome.name ?? outcome.code,
    line: (market.lineQuarters ?? 0) / 4,
  })
  const states = {
    open: t('app.outcome.price', { side, price: shown }),
    suspended: t('app.outcome.suspended', { side }),
    closed: t('app.outcome.closed', { side }),
  }
  return (
    <OddsButton
      name={states[status]}
      label={labelled ? signs[outcome.code] : undefined}
      price={shown}
      chosen={chosen}
      move={move}
      status={status}
      onChoose={onChoose}
    />
  )
}
