import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { centsOf, priceMilliOf } from '../../shared/amounts.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { areDays, useGiftEnd } from './gift-days.ts'

const KINDS = {
  both: ['single', 'parlay'],
  single: ['single'],
  parlay: ['parlay'],
} as const satisfies Record<string, readonly ('single' | 'parlay')[]>
type Kinds = keyof typeof KINDS

const kindNames = {
  both: 'players.freeBet.both',
  single: 'players.freeBet.single',
  parlay: 'players.freeBet.parlay',
} as const satisfies Record<Kinds, TextKey>

const FIRST = { stake: '10,00', minPrice: '1,50', days: '7' }

const isBetween = (value: number | undefined, min: number, max: number): value is number =>
  value !== undefined && value >= min && value <= max

/** Gives a player a stake of the house for one bet. */
export function GiveFreeBet({ playerId }: { playerId: number }) {
  const t = useText()
  const [typed, setTyped] = useState(FIRST)
  const [kinds, setKinds] = useState<Kinds>('both')
  const { stake, minPrice, days } = typed
  const { requestId, next, after } = useRequestId(`${playerId} ${stake} ${minPrice} ${days} ${kinds}`)
  const endOf = useGiftEnd()
  const give = useCommand('POST /api/backoffice/players/:playerId/freeBets')
  const [stakeCents, minPriceMilli] = [centsOf(stake), priceMilliOf(minPrice)]
  const isStake = isBetween(stakeCents, 100, 1_000_000)
  const isPrice = isBetween(minPriceMilli, 1010, 100_000)
  const isReady = isStake && isPrice && areDays(days)
  const fields = [
    ['stake', 'players.freeBet.stake'],
    ['minPrice', 'players.freeBet.minPrice'],
    ['days', 'players.freeBet.days'],
  ] as const
  return (
    <ReasonedAct
      hint={t('players.freeBet.hint')}
      button={t('players.freeBet.button')}
      isBusy={give.isPending}
      isReady={isReady}
      send={(reason, { onSuccess, onError }) => {
        if (!isStake || !isPrice) return
        give.mutate(
          {
            params: { playerId: String(playerId) },
            body: {
              requestId,
              stakeCents,
              minPriceMilli,
              kinds: [...KINDS[kinds]],
              endsAt: endOf(requestId, days),
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
      }}
      onDone={() => {
        say(t('players.freeBet.done'))
        next()
      }}
    >
      {fields.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          <TextInput
            size="s"
            inputMode="decimal"
            maxLength={12}
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        </Field>
      ))}
      <Pick
        label={t('players.freeBet.kinds')}
        options={(['both', 'single', 'parlay'] as const).map((value) => ({
          value,
          label: t(kindNames[value]),
        }))}
        value={kinds}
        onChange={setKinds}
      />
      {!isReady && (
        <p role="alert" className="text-12 text-loss">
          {t('players.freeBet.wrong')}
        </p>
      )}
    </ReasonedAct>
  )
}
