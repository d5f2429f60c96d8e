import { ROW_DIFFICULTIES } from '@palpite/games'
import { Chip, Field, TextInput } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { difficultyTexts } from '../round-texts.ts'
import type { Typed } from './verify-round.ts'

type Props = { typed: Typed; onType: (change: Partial<Typed>) => void }

/** All inputs that decide a round, editable: also from another verifier, or for a friend's round. */
export function VerifyFields({ typed, onType }: Props) {
  const t = useText()
  const field = (name: keyof Typed, label: string) => (
    <Field label={label}>
      <TextInput
        value={typed[name]}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType({ [name]: event.target.value.trim() })}
      />
    </Field>
  )
  return (
    <>
      {field('serverSeed', t('games.fairness.serverSeed'))}
      {field('serverSeedHash', t('games.fairness.serverHash'))}
      {field('clientSeed', t('games.fairness.clientSeed'))}
      {field('nonce', t('games.fairness.nonceLabel'))}
      {typed.game === 'mines' && field('mineCount', t('games.fairness.mineCount'))}
      {typed.game === 'rowDouble' && (
        <div
          role="group"
          aria-label={t('games.fairness.difficulty')}
          className="no-bar flex gap-6 overflow-x-auto"
        >
          {Object.keys(ROW_DIFFICULTIES).map((each) => (
            <Chip key={each} chosen={typed.difficulty === each} onClick={() => onType({ difficulty: each })}>
              {t(difficultyTexts[each as keyof typeof difficultyTexts])}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}
