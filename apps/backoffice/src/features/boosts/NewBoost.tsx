import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { bpsOf, centsOf } from '../../shared/amounts.ts'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { say } from '../../shared/notices.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { type Sport, sportNames, sports } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { type BoostableFixture, effectOf, endOf } from './boost.ts'

type Outcome = BoostableFixture['markets'][number]['outcomes'][number]

/** Boosts the price of an outcome: a match is chosen, then one of its open prices. */
export function NewBoost({ onClose }: { onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const [sport, setSport] = useState<Sport>('football')
  const [fixtureId, setFixtureId] = useState('')
  const [outcomeId, setOutcomeId] = useState('')
  const fixtures = useAsked('GET /api/backoffice/boosts/fixtures', { query: { sport } })
  const chosen = useAsked(
    'GET /api/backoffice/boosts/fixtures/:fixtureId',
    { params: { fixtureId } },
    { isWanted: fixtureId !== '' },
  )
  const fixture = fixtureId === '' ? undefined : chosen.data
  const prices = usePrices(fixture)
  const outcome = prices.find((one) => one.outcomeId === outcomeId)
  const none = { value: '', label: t('boosts.choose.none') }
  return (
    <Drawer title={t('boosts.add.title')} onClose={onClose}>
      <NotAnswered asked={fixtures} />
      <NotAnswered asked={chosen} />
      <Pick
        label={t('boosts.choose.sport')}
        options={sports.map((value) => ({ value, label: t(sportNames[value]) }))}
        value={sport}
        onChange={(next) => {
          setSport(next)
          setFixtureId('')
          setOutcomeId('')
        }}
      />
      <Pick
        label={t('boosts.choose.match')}
        options={[
          none,
          ...(fixtures.data ?? []).map((one) => ({
            value: one.fixtureId,
            label: `${one.title} · ${format.time(one.startsAt)}`,
          })),
        ]}
        value={fixtureId}
        onChange={(next) => {
          setFixtureId(next)
          setOutcomeId('')
        }}
      />
      <Pick
        label={t('boosts.choose.price')}
        options={[none, ...prices.map(({ outcomeId: value, label }) => ({ value, label }))]}
        value={outcomeId}
        onChange={setOutcomeId}
      />
      {fixture && outcome && (
        <BoostForm key={outcomeId} outcome={outcome} startsAt={fixture.startsAt} onDone={onClose} />
      )}
    </Drawer>
  )
}

/** A match's open prices in words: market, outcome, price. */
function usePrices(fixture: BoostableFixture | undefined): (Outcome & { label: string })[] {
  const t = useText()
  const format = useFormat()
  const words = useMarketWords()
  return (fixture?.markets ?? []).flatMap((market) =>
    market.outcomes
      .filter(({ status }) => status === 'open')
      .map((outcome) => ({
        ...outcome,
        label: [words(market), labelOf(outcome, t), format.odds(outcome.priceMilli)].join(' · '),
      })),
  )
}

type FormProps = { outcome: Outcome; startsAt: string; onDone: () => void }

const FIRST = { percent: '10', stake: '50,00', minutes: '0' }

/** How much, for how much stake of each player, and until when; with the price players get and what it may cost. */
function BoostForm({ outcome: { outcomeId, priceMilli }, startsAt, onDone }: FormProps) {
  const t = useText()
  const format = useFormat()
  const [{ percent, stake, minutes }, setTyped] = useState(FIRST)
  const [now] = useState(() => new Date())
  const command = useCommand('POST /api/backoffice/boosts')
  const { requestId, after } = useRequestId(`${percent} ${stake} ${minutes}`)
  const [bps, maxStakeCents] = [bpsOf(percent), centsOf(stake)]
  const endsAt = endOf(startsAt, minutes, now)
  const effect = effectOf({ price: priceMilli, bps, maxStakeCents })
  const isReady = effect !== undefined && endsAt !== undefined
  const fields = [
    ['percent', 'boosts.field.percent'],
    ['stake', 'boosts.field.stake'],
    ['minutes', 'boosts.field.minutes'],
  ] as const
  return (
    <ReasonedAct
      hint={t('boosts.add.hint')}
      button={t('boosts.add.button')}
      isBusy={command.isPending}
      isReady={isReady}
      send={(reason, { onSuccess, onError }) =>
        command.mutate(
          {
            body: {
              requestId,
              outcomeId,
              bps: bps ?? 0,
              maxStakeCents: maxStakeCents ?? 0,
              endsAt: endsAt ?? '',
              reason,
            },
          },
          {
            onSuccess,
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={() => {
        say(t('boosts.add.done'))
        onDone()
      }}
    >
      {fields.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          <TextInput
            size="s"
            inputMode="decimal"
            maxLength={12}
            value={{ percent, stake, minutes }[name]}
            onChange={({ target }) => setTyped({ percent, stake, minutes, [name]: target.value })}
          />
        </Field>
      ))}
      {effect && endsAt ? (
        <Facts
          facts={[
            [t('boosts.preview.price'), format.odds(priceMilli)],
            [t('boosts.preview.boosted'), format.odds(effect.boostedMilli)],
            [t('boosts.preview.cost'), format.money(effect.costCents)],
            [t('boosts.column.endsAt'), format.time(endsAt)],
          ]}
        />
      ) : (
        <p role="alert" className="text-12 text-loss">
          {t('boosts.field.wrong')}
        </p>
      )}
    </ReasonedAct>
  )
}
