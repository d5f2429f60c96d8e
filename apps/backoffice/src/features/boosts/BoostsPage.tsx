import { Button } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, useCommand, wholeList } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  momentColumn,
  moneyColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useMarketWords } from '../../shared/market-words.ts'
import { say } from '../../shared/notices.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'
import { type Boost, boostStateNames, boostStateOf, boostStateTones } from './boost.ts'
import { NewBoost } from './NewBoost.tsx'

/** Boosted prices with their matches and what was staked at them; new ones, and their end before time. */
export function BoostsPage() {
  const t = useText()
  const address = useAddress()
  return (
    <ListPage
      title={t('nav.boosts.name')}
      note={t('boosts.page.note')}
      aside={
        <Button size="s" onClick={() => address.set({ aberto: 'nova' })}>
          {t('boosts.add.open')}
        </Button>
      }
      columns={useColumns()}
      list={wholeList(useAsked('GET /api/backoffice/boosts', {}))}
      keyOf={({ boostId }) => boostId}
      drawer={({ key, row, close }) =>
        key === 'nova' ? (
          <NewBoost onClose={close} />
        ) : (
          row && <BoostDrawer key={row.boostId} boost={row} onClose={close} />
        )
      }
      empty={{ title: t('boosts.list.empty') }}
    />
  )
}

/** The market and outcome of a boost in words. */
function usePriceWords(): (boost: Boost) => string {
  const t = useText()
  const words = useMarketWords()
  return useMemo(() => (boost) => `${words(boost)} · ${labelOf(boost, t)}`, [t, words])
}

function BoostDrawer({ boost, onClose }: { boost: Boost; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const priceWords = usePriceWords()
  const [now] = useState(() => new Date())
  const isActive = boostStateOf(boost, now) === 'active'
  return (
    <Drawer title={boost.title} onClose={onClose}>
      <Facts
        facts={[
          [t('boosts.column.price'), priceWords(boost)],
          [t('boosts.column.startsAt'), format.time(boost.startsAt)],
          [t('boosts.column.percent'), format.percent(boost.bps)],
          [t('boosts.field.stake'), format.money(boost.maxStakeCents)],
          [t('boosts.column.endsAt'), format.time(boost.endedAt ?? boost.endsAt)],
          [t('boosts.column.bets'), format.number(boost.bets)],
          [t('boosts.column.staked'), format.money(boost.stakeCents)],
        ]}
      />
      {isActive && <EndBoost boostId={boost.boostId} />}
    </Drawer>
  )
}

function EndBoost({ boostId }: { boostId: string }) {
  const t = useText()
  const end = useCommand('POST /api/backoffice/boosts/:boostId/end')
  return (
    <ReasonedAct<{ isEnded: boolean }>
      hint={t('boosts.end.hint')}
      button={t('boosts.end.button')}
      isBusy={end.isPending}
      send={(reason, answered) => end.mutate({ params: { boostId }, body: { reason } }, answered)}
      onDone={({ isEnded }) =>
        say(t(isEnded ? 'boosts.end.done' : 'boosts.end.late'), isEnded ? 'done' : 'failed')
      }
    />
  )
}

function useColumns(): readonly ListColumn<Boost>[] {
  const t = useText()
  const format = useFormat()
  const priceWords = usePriceWords()
  const [now] = useState(() => new Date())
  return useMemo(
    () => [
      wordColumn({ id: 'match', head: 'results.column.fixture', of: ({ title }) => title }),
      wordColumn({ id: 'price', head: 'boosts.column.price', of: priceWords }),
      tagColumn(
        {
          id: 'state',
          of: (boost) => boostStateOf(boost, now),
          names: boostStateNames,
          tones: boostStateTones,
        },
        t,
      ),
      {
        id: 'percent',
        head: 'boosts.column.percent',
        isFigure: true,
        cell: ({ bps }) => format.percent(bps),
        csv: ({ bps }) => String(bps / 100),
      },
      moneyColumn(
        { id: 'stake', head: 'boosts.field.stake', of: ({ maxStakeCents }) => maxStakeCents },
        format,
      ),
      figureColumn({ id: 'bets', head: 'boosts.column.bets', of: ({ bets }) => bets }, format),
      moneyColumn({ id: 'staked', head: 'boosts.column.staked', of: ({ stakeCents }) => stakeCents }, format),
      momentColumn(
        { id: 'startsAt', head: 'boosts.column.startsAt', of: ({ startsAt }) => startsAt },
        format.time,
      ),
      momentColumn(
        { id: 'endsAt', head: 'boosts.column.endsAt', of: ({ endsAt, endedAt }) => endedAt ?? endsAt },
        format.time,
      ),
    ],
    [t, format, priceWords, now],
  )
}
