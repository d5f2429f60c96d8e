import { Chip, ErrorCard, Field, Icon, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { verifyDice } from './verify-dice.ts'

const empty = { serverSeed: '', serverSeedHash: '', clientSeed: '', nonce: '0' }
const shown = 8

/** Works a roll out again from its seeds, here, with the code the server plays with. Nothing is sent. */
export function VerifyRound() {
  const t = useText()
  const hundredths = useHundredths()
  const { data, isError, refetch } = useCall('GET /api/app/games/rounds', {
    query: { game: 'dice' },
    loading: false,
  })
  const [typed, setTyped] = useState(empty)
  const nonce = /^\d{1,9}$/.test(typed.nonce) ? Number(typed.nonce) : undefined
  const isReady = typed.serverSeed !== '' && typed.clientSeed !== '' && nonce !== undefined
  const verdict = isReady ? verifyDice({ ...typed, nonce }) : undefined
  const field = (name: keyof typeof empty, label: string) => (
    <Field label={label}>
      <TextInput
        value={typed[name]}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
      />
    </Field>
  )
  const revealed = data?.rounds.filter(({ serverSeed }) => serverSeed !== null).slice(0, shown) ?? []
  return (
    <div className="grid gap-12">
      {isError && !data ? (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      ) : revealed.length > 0 ? (
        <div role="group" aria-label={t('games.fairness.pick')} className="flex gap-6 overflow-x-auto">
          {revealed.map((round) => (
            <Chip
              key={round.roundId}
              chosen={typed.serverSeed === round.serverSeed && typed.nonce === String(round.nonce)}
              onClick={() =>
                setTyped({
                  serverSeed: round.serverSeed ?? '',
                  serverSeedHash: round.serverSeedHash,
                  clientSeed: round.clientSeed,
                  nonce: String(round.nonce),
                })
              }
            >
              {hundredths(round.dice.resultHundredths)}
            </Chip>
          ))}
        </div>
      ) : (
        <p className="text-14 text-text-2">{t('games.fairness.noneRevealed')}</p>
      )}
      {field('serverSeed', t('games.fairness.serverSeed'))}
      {field('serverSeedHash', t('games.fairness.serverHash'))}
      {field('clientSeed', t('games.fairness.clientSeed'))}
      {field('nonce', t('games.fairness.nonceLabel'))}
      {verdict && (
        <div role="status" className="grid justify-items-center gap-6 rounded-18 bg-surface-2 p-16">
          <span className="text-40 font-800 tracking-tighter">{hundredths(verdict.rollHundredths)}</span>
          <span
            data-good={verdict.isCommitted || undefined}
            className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
          >
            <Icon name={verdict.isCommitted ? 'check-circle-fill' : 'x-circle-fill'} className="size-18" />
            {t(verdict.isCommitted ? 'games.fairness.committed' : 'games.fairness.notCommitted')}
          </span>
        </div>
      )}
    </div>
  )
}
