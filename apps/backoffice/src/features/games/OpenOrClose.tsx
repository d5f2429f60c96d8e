import { Button } from '@palpite/ui'
import { Link } from 'wouter'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { NotAnswered } from '../../shared/Answered.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { withChange } from '../../shared/differences.ts'
import type { Game } from './game.ts'

/** Proposes to open or close a game. A second operator approves it in the settings. */
export function OpenOrClose({ game: { game, isOpen } }: { game: Game }) {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/settings', {})
  const command = useCommand('POST /api/backoffice/settings/:module/versions')
  const ofGames = asked.data?.find(({ module }) => module === 'games')
  const propose = () => {
    if (!ofGames) return
    const { defaults, inForce, latestApproved } = ofGames
    const now = {
      ...(defaults[game] as object),
      ...(inForce.value[game] as object | undefined),
      isOpen: !isOpen,
    }
    command.mutate(
      {
        params: { module: 'games' },
        body: { value: withChange(defaults, inForce.value, game, now), baseVersion: latestApproved },
      },
      {
        onSuccess: ({ version }) => say(t('games.propose.done', { version: String(version) })),
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }
  return (
    <div className="grid gap-10">
      <NotAnswered asked={asked} />
      <p className="text-12 text-text-2">
        {t('games.propose.note')}{' '}
        <Link href="/ajustes?aberto=games" className="text-brand-text underline">
          {t('games.propose.settings')}
        </Link>
      </p>
      <Button
        kind={isOpen ? 'danger' : 'secondary'}
        busy={command.isPending}
        // An approved version that waits for its day would be lost under another version.
        disabled={!ofGames || ofGames.inForce.version !== ofGames.latestApproved}
        onClick={propose}
      >
        {t(isOpen ? 'games.propose.close' : 'games.propose.open')}
      </Button>
    </div>
  )
}
