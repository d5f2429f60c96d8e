import { Button, Chip, ErrorCard, Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { isMeantFor, type RoundToVerify, seedsOf, type TypedSeeds, verifyDice } from './verify-dice.ts'
import { VerifiedRoll } from './VerifiedRoll.tsx'

type Props = {
  /** The round to begin with. */
  round: RoundToVerify | undefined
  /** Leads to where seeds are changed. */
  onSeeds: () => void
}

const empty: TypedSeeds = { serverSeed: '', serverSeedHash: '', clientSeed: '', nonce: '0' }
const shown = 8

/** Works a roll out again from its seeds, here, with the code the server plays with. Nothing is sent. */
export function VerifyRound({ round, onSeeds }: Props) {
  const t = useText()
  const hundredths = useHundredths()
  const { data, isError, refetch } = useCall('GET /api/app/games/rounds', {
    query: { game: 'dice' },
    loading: false,
  })
  const latest = useLatest(round)
  const [edited, setEdited] = useState<TypedSeeds>()
  const typed = edited ?? (latest ? seedsOf(latest) : empty)
  const meant = [...(latest ? [latest] : []), ...(data?.rounds ?? [])].find((each) => isMeantFor(typed, each))
  const nonce = /^\d{1,9}$/.test(typed.nonce) ? Number(typed.nonce) : undefined
  const isReady = typed.serverSeed !== '' && typed.clientSeed !== '' && nonce !== undefined
  const verdict = isReady ? verifyDice({ ...typed, nonce }) : undefined
  const field = (name: keyof typeof empty, label: string) => (
    <Field label={label}>
      <TextInput
        value={typed[name]}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setEdited({ ...typed, [name]: event.target.value.trim() })}
      />
    </Field>
  )
  // Beside the round it is meant for; of seeds typed by hand it comes last, not to move the field in use.
  const roll = verdict && <VerifiedRoll verdict={verdict} resultHundredths={meant?.dice.resultHundredths} />
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
          {revealed.map((each) => (
            <Chip
              key={each.roundId}
              chosen={typed.serverSeed === each.serverSeed && typed.nonce === String(each.nonce)}
              onClick={() => setEdited(seedsOf(each))}
            >
              {hundredths(each.dice.resultHundredths)}
            </Chip>
          ))}
        </div>
      ) : (
        !meant && <p className="text-14 text-text-2">{t('games.fairness.noneRevealed')}</p>
      )}
      {meant && <MeantRound round={meant} onSeeds={onSeeds} />}
      {meant && roll}
      {field('serverSeed', t('games.fairness.serverSeed'))}
      {field('serverSeedHash', t('games.fairness.serverHash'))}
      {field('clientSeed', t('games.fairness.clientSeed'))}
      {field('nonce', t('games.fairness.nonceLabel'))}
      {!meant && roll}
    </div>
  )
}

/** This round, with its server seed if that was revealed since. */
const useLatest = (round: RoundToVerify | undefined): RoundToVerify | undefined => {
  const { data } = useCall(
    'GET /api/app/games/rounds/:roundId',
    { params: { roundId: round?.roundId ?? '' }, loading: false },
    { enabled: round?.serverSeed === null, staleTime: 0 },
  )
  return data ?? round
}

/** The bet and the result that the seeds are meant for; while the server seed is kept, how to have it revealed. */
function MeantRound({ round, onSeeds }: { round: RoundToVerify; onSeeds: () => void }) {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const { dice, stakeCents, at, serverSeed } = round
  return (
    <div className="grid gap-4 rounded-11 bg-surface-2 p-12">
      <p className="text-14 font-600">
        {t(dice.direction === 'over' ? 'games.records.over' : 'games.records.under', {
          result: hundredths(dice.resultHundredths),
          target: hundredths(dice.targetHundredths),
        })}
      </p>
      <p className="text-12 text-text-2">
        {t('games.records.stake', { stake: format.money(stakeCents) })} · {format.when(at)}
      </p>
      {serverSeed === null && (
        <>
          <p className="text-14 text-text-2">{t('games.fairness.notRevealed')}</p>
          <Button kind="secondary" size="m" className="mt-4" onClick={onSeeds}>
            {t('games.fairness.toSeeds')}
          </Button>
        </>
      )}
    </div>
  )
}
