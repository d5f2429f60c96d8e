import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { differencesOf, shown, typedValue, type Values, withChange } from './differences.ts'
import { Differences } from './Differences.tsx'
import type { ModuleSettings } from './module-settings.ts'

/** A proposal: values are changed one by one, and what would differ from now stands below, before it is sent. */
export function Propose({ settings, onDone }: { settings: ModuleSettings; onDone: () => void }) {
  const t = useText()
  const { module, defaults, inForce, latestApproved } = settings
  const names = Object.keys(defaults).toSorted()
  const [draft, setDraft] = useState<Values>(inForce.value)
  const [name, setName] = useState(names[0] ?? '')
  const now = (each: string) => shown(each in draft ? draft[each] : defaults[each])
  const [words, setWords] = useState(now(name))
  const typed = typedValue(words)
  const differences = differencesOf(defaults, inForce.value, draft)
  const command = useCommand('POST /api/backoffice/settings/:module/versions')
  const propose = () =>
    command.mutate(
      { params: { module }, body: { value: { ...draft }, baseVersion: latestApproved } },
      {
        onSuccess: ({ version }) => {
          say(t('settings.propose.done', { version }))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <div className="grid gap-14">
      <Pick
        label={t('settings.propose.name')}
        value={name}
        options={names.map((value) => ({ value, label: value }))}
        onChange={(next) => {
          setName(next)
          setWords(now(next))
        }}
      />
      <TextArea
        label={t('settings.propose.value')}
        hint={
          typed
            ? t('settings.propose.default', { value: shown(defaults[name]) })
            : t('settings.propose.wrong')
        }
        rows={3}
        maxLength={10_000}
        value={words}
        onChange={setWords}
      />
      <Button
        kind="secondary"
        size="s"
        disabled={!typed || shown(typed.value) === now(name)}
        onClick={() => typed && setDraft(withChange(defaults, draft, name, typed.value))}
      >
        {t('settings.propose.change')}
      </Button>
      <Differences differences={differences} />
      <Button size="s" busy={command.isPending} disabled={differences.length === 0} onClick={propose}>
        {t('settings.propose.button')}
      </Button>
    </div>
  )
}
