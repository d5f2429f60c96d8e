import { Link } from 'wouter'
import { useAddress } from '../../shared/address.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { useMay } from '../../shared/me.ts'
import { Page } from '../../shared/Page.tsx'
import { type Sport, sports } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { FixtureGrid } from './FixtureGrid.tsx'
import { MarketGrid } from './MarketGrid.tsx'
import { SportsTree } from './SportsTree.tsx'
import { PRICES_EVERY_MS } from './traded.ts'

/** Matches with current prices: `s` suspends and `r` reopens what is marked, or focused; `e` edits the focused price, `l` the limits of the match. */
export function TradingPage() {
  const t = useText()
  const address = useAddress()
  const sport: Sport = sports.find((one) => one === address.get('esporte')) ?? 'football'
  const fixtures = useAsked(
    'GET /api/backoffice/trading/fixtures',
    { query: { sport } },
    { everyMs: PRICES_EVERY_MS },
  )
  const mayRead = useMay('settings.read')
  const fixtureId = address.get('partida')
  const competition = address.get('liga')
  return (
    <Page title={t('nav.trading.name')} note={t('trading.page.note')} aside={mayRead && <SettingsLink />}>
      <div className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-20 max-desk:grid-cols-1 max-desk:gap-12">
        <SportsTree sport={sport} fixtures={fixtures.data ?? []} />
        {fixtureId === '' ? (
          <FixtureGrid key={`${sport} ${competition}`} asked={fixtures} competition={competition} />
        ) : (
          <MarketGrid key={fixtureId} fixtureId={fixtureId} />
        )}
      </div>
    </Page>
  )
}

/** Margins, the limits that a match may lower and the bounds of prices by hand are settings of the whole book. */
function SettingsLink() {
  const t = useText()
  return (
    <Link href="/ajustes" className="text-13 font-600 text-info underline-offset-2 hover:underline">
      {t('trading.settings.link')}
    </Link>
  )
}
