import { seedEntry } from '@palpite/games/log'
import { Button, Chip } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { useRoundWords } from '../use-round-words.ts'
import { PublicProof } from './PublicProof.tsx'
import { Verdict } from './Verdict.tsx'
import {
  canVerify,
  emptyFor,
  isMeantFor,
  isSeeded,
  type RoundToVerify,
  type SeededGame,
  type Typed,
  typedOf,
  verify,
  versionOf,
} from './verify-round.ts'
import { VerifyFields } from './VerifyFields.tsx'

type Props = {
  /** The initial game. */
  game: SeededGame
  /** The initial round. */
  round: RoundToVerify | undefined
  /** Opens the seeds, to change them. */
  onSeeds: () => void
}

/** Recomputes a round from its seeds in the browser, with the server's code. Nothing is sent. */
export function VerifyRound({ game, round, onSeeds }: Props) {
  const latest = useLatest(round)
  const [edited, setEdited] = useState<Typed>()
  const typed = edited ?? (latest ? typedOf(latest) : emptyFor(game))
  const { data, isError, refetch } = useCall('GET /api/app/games/rounds', {
    query: { game: typed.game },
    loading: false,
  })
  const rounds = data?.rounds.filter(canVerify) ?? []
  const meant = [...(latest ? [latest] : []), ...rounds].find((each) => isMeantFor(typed, each))
  const verdict = verify(typed, meant && versionOf(meant))
  const outcome = verdict && <Verdict typed={typed} verdict={verdict} round={meant} />
  return (
    <div className="grid grid-cols-1 gap-12">
      <GameChips chosen={typed.game} onChoose={(chosen) => setEdited(emptyFor(chosen))} />
      {isError && !data ? (
        <NotLoaded refetch={refetch} />
      ) : (
        <RevealedRounds rounds={rounds} typed={typed} isMeant={meant !== undefined} onChoose={setEdited} />
      )}
      {meant && <MeantRound round={meant} onSeeds={onSeeds} />}
      {/* Beside its round; for typed seeds at the end, so that the active field does not move. */}
      {meant && outcome}
      {meant && <PublicProof entry={seedEntry(meant.seeds.serverSeedHash)} />}
      <VerifyFields typed={typed} onType={(change) => setEdited({ ...typed, ...change })} />
      {!meant && outcome}
    </div>
  )
}

/** This round, with its server seed if revealed since. */
const useLatest = (round: RoundToVerify | undefined): RoundToVerify | undefined => {
  const { data } = useCall(
    'GET /api/app/games/rounds/:roundId',
    { params: { roundId: round?.roundId ?? '' }, loading: false },
    { enabled: round?.seeds.serverSeed === null, staleTime: 0 },
  )
  return data && canVerify(data) ? data : round
}

function GameChips({ chosen, onChoose }: { chosen: SeededGame; onChoose: (game: SeededGame) => void }) {
  const t = useText()
  return (
    <div role="group" aria-label={t('games.records.game')} className="no-bar flex gap-6 overflow-x-auto">
      {smallGames.map(
        ({ game, text }) =>
          isSeeded(game) && (
            <Chip key={game} chosen={game === chosen} onClick={() => onChoose(game)}>
              {t(text)}
            </Chip>
          ),
      )}
    </div>
  )
}

const shown = 8

type Revealed = {
  rounds: readonly RoundToVerify[]
  typed: Typed
  isMeant: boolean
  onChoose: (typed: Typed) => void
}

/** The newest rounds with revealed server seeds; without any, how to get one. */
function RevealedRounds({ rounds, typed, isMeant, onChoose }: Revealed) {
  const t = useText()
  const { label } = useRoundWords()
  const revealed = rounds.filter(({ seeds }) => seeds.serverSeed !== null).slice(0, shown)
  if (revealed.length === 0)
    return isMeant ? null : <p className="text-14 text-text-2">{t('games.fairness.noneRevealed')}</p>
  return (
    <div role="group" aria-label={t('games.fairness.pick')} className="no-bar flex gap-6 overflow-x-auto">
      {revealed.map((each) => (
        <Chip
          key={each.roundId}
          chosen={typed.serverSeed === each.seeds.serverSeed && typed.nonce === String(each.seeds.nonce)}
          onClick={() => onChoose(typedOf(each))}
        >
          {label(each)}
        </Chip>
      ))}
    </div>
  )
}

/** The bet and result of these seeds; while the server seed is secret, how to reveal it. */
function MeantRound({ round, onSeeds }: { round: RoundToVerify; onSeeds: () => void }) {
  const t = useText()
  const format = useFormat()
  const { words } = useRoundWords()
  const { stakeCents, at, seeds } = round
  return (
    <div className="grid gap-4 rounded-11 bg-surface-2 p-12">
      <p className="text-14 font-600">{words(round)}</p>
      <p className="text-12 text-text-2">
        {t('games.records.stake', { stake: format.money(stakeCents) })} · {format.when(at)}
      </p>
      {seeds.serverSeed === null && (
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
