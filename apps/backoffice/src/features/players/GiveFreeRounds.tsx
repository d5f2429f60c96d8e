import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { centsOf } from '../../shared/amounts.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import { areDays, useGiftEnd } from './gift-days.ts'

const CODE = /^[a-z0-9]{2,20}-[a-z0-9]{2,30}$/
const MAX_STAKE_CENTS = 100_000_000
const FIRST = { game: '', rounds: '10', stake: '1,00', days: '7' }

/** Gives a player rounds of a studio's game without a stake. */
export function GiveFreeRounds({ playerId }: { playerId: number }) {
  const t = useText()
  const [typed, setTyped] = useState(FIRST)
  const { game, rounds, stake, days } = typed
  const { requestId, next, after } = useRequestId(`${playerId} ${game} ${rounds} ${stake} ${days}`)
  const endOf = useGiftEnd()
  const give = useCommand('POST /api/backoffice/players/:playerId/freeRounds')
  const stakeCents = centsOf(stake) ?? 0
  const isReady =
    CODE.test(game) &&
    /^([1-9]\d{0,2}|1000)$/.test(rounds) &&
    stakeCents >= 1 &&
    stakeCents <= MAX_STAKE_CENTS &&
    areDays(days)
  const fields = [
    ['game', 'players.freeRounds.game'],
    ['rounds', 'players.freeRounds.rounds'],
    ['stake', 'players.freeRounds.stake'],
    ['days', 'players.freeBet.days'],
  ] as const
  return (
    <ReasonedAct
      hint={t('players.freeBet.hint')}
      button={t('players.freeRounds.button')}
      isBusy={give.isPending}
      isReady={isReady}
      send={(reason, { onSuccess, onError }) =>
        give.mutate(
          {
            params: { playerId: String(playerId) },
            body: {
              requestId,
              game,
              rounds: Number(rounds),
              stakeCents,
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
      }
      onDone={() => {
        say(t('players.freeRounds.done'))
        next()
      }}
    >
      {fields.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          <TextInput
            size="s"
            maxLength={52}
            autoCapitalize="none"
            inputMode={name === 'game' ? 'text' : 'decimal'}
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value.trim() })}
          />
        </Field>
      ))}
      {!isReady && game !== '' && (
        <p role="alert" className="text-12 text-loss">
          {t('players.freeRounds.wrong')}
        </p>
      )}
    </ReasonedAct>
  )
}
