import { seedEntry } from '@palpite/games/log'
import { Button, Field, Skeleton, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useLastingCommand } from '../../../shared/api/use-lasting-command.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { PublicProof } from './PublicProof.tsx'
import { CopyText } from '../../../shared/CopyText.tsx'

const clientSeedShape = /^[\x21-\x7e]{1,64}$/

/** The current and next seed pair, by hash; a new client seed reveals the current server seed. */
export function SeedsInUse() {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/games/seeds', { loading: false })
  const { data: open } = useCall('GET /api/app/games/open', { loading: false }, { staleTime: 0 })
  const [typed, setTyped] = useState(() => crypto.randomUUID().slice(0, 13))
  // Changed twice, the pair in between would be lost unplayed.
  const rotate = useLastingCommand('rotateSeeds', {
    mutationFn: () => api('POST /api/app/games/rotateSeeds', { body: { clientSeed: typed } }),
    onSuccess: async () => {
      setTyped(crypto.randomUUID().slice(0, 13))
      await refreshCalls(
        'GET /api/app/games/seeds',
        'GET /api/app/games/rounds',
        'GET /api/app/games/records',
      )
    },
  })
  if (isError) return <NotLoaded refetch={refetch} />
  if (!data) return <Skeleton className="h-220" />
  const [inPlay] = open ?? []
  const fits = clientSeedShape.test(typed)
  return (
    <div className="grid gap-14">
      {rotate.data && <Known label={t('games.fairness.revealed')} value={rotate.data.revealed.serverSeed} />}
      <Known label={t('games.fairness.serverHash')} value={data.serverSeedHash} />
      <PublicProof entry={seedEntry(data.serverSeedHash)} />
      <Known label={t('games.fairness.clientSeed')} value={data.clientSeed} />
      <p className="text-14 text-text-2">{t('games.fairness.nonce', { count: data.nonce })}</p>
      <Known label={t('games.fairness.nextHash')} value={data.nextServerSeedHash} />
      <Field
        label={t('games.fairness.nextClientSeed')}
        hint={t('games.fairness.rotateHint')}
        error={fits ? undefined : t('games.fairness.seedShape')}
      >
        <TextInput
          value={typed}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {inPlay && <RoundInPlay game={inPlay.game} />}
      <Button
        kind="play"
        block
        busy={rotate.isPending}
        disabled={!fits || inPlay !== undefined}
        onClick={() => rotate.mutate()}
      >
        {t('games.fairness.rotate')}
      </Button>
    </div>
  )
}

/** Why the seeds cannot change: they would reveal this round's tiles. The button to end it is beside. */
function RoundInPlay({ game }: { game: (typeof smallGames)[number]['game'] }) {
  const t = useText()
  const name = smallGames.find((each) => each.game === game)?.text
  return (
    <div role="status" className="grid gap-8 rounded-11 bg-warn-tint p-12">
      <p className="text-14 text-warn">{t('games.fairness.roundOpen', { game: name ? t(name) : '' })}</p>
      <Button kind="secondary" size="m" onClick={() => go(hrefOf(game))}>
        {t('games.records.continue')}
      </Button>
    </div>
  )
}

/** A long value with a copy button. */
function Known({ label, value }: { label: string; value: string }) {
  const t = useText()
  return (
    <div className="grid gap-4">
      <span className="text-13 font-600 text-text-2">{label}</span>
      <span className="flex items-center gap-8 rounded-11 bg-surface-2 ps-12">
        <code className="min-w-0 flex-1 py-8 text-12 break-all">{value}</code>
        <CopyText bare text={value} label={t('app.copy.label')} />
      </span>
    </div>
  )
}
