import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Conflict } from '../../shared/Conflict.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { carriedOver, differencesOf, type Values, withChange } from '../../shared/differences.ts'
import { Differences } from './Differences.tsx'
import type { ModuleSettings } from './module-settings.ts'
import { SettingFields } from './SettingFields.tsx'

/**
 * A proposal: values are edited one by one, and the differences are shown below before sending. If another version
 * took effect meanwhile, both changes are shown side by side first.
 */
export function Propose({ settings, onDone }: { settings: ModuleSettings; onDone: () => void }) {
  const t = useText()
  const { module, defaults, inForce, latestApproved } = settings
  const names = Object.keys(defaults).toSorted()
  const [base, setBase] = useState({ value: inForce.value, version: latestApproved })
  const [draft, setDraft] = useState<Values>(inForce.value)
  const [name, setName] = useState(names[0] ?? '')
  const differences = differencesOf(defaults, base.value, draft)
  const command = useCommand('POST /api/backoffice/settings/:module/versions')
  const propose = () =>
    command.mutate(
      { params: { module }, body: { value: { ...draft }, baseVersion: base.version } },
      {
        onSuccess: ({ version }) => {
          say(t('settings.propose.done', { version }))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const goOn = (value: Values) => {
    setBase({ value: inForce.value, version: latestApproved })
    setDraft(value)
  }
  if (base.version !== latestApproved)
    return (
      <Conflict
        title={t('settings.conflict.title', { version: latestApproved })}
        theirs={<Differences differences={differencesOf(defaults, base.value, inForce.value)} />}
        mine={<Differences differences={differences} />}
        onRebase={() => goOn(carriedOver(defaults, { base: base.value, draft, now: inForce.value }))}
        onDrop={() => goOn(inForce.value)}
      />
    )
  return (
    <div className="grid gap-14">
      <Pick
        label={t('settings.propose.name')}
        value={name}
        options={names.map((value) => ({ value, label: value }))}
        onChange={setName}
      />
      <SettingFields
        key={name}
        name={name}
        now={name in draft ? draft[name] : defaults[name]}
        byDefault={defaults[name]}
        onChange={(value) => setDraft(withChange(defaults, draft, name, value))}
      />
      <Differences differences={differences} />
      <Button size="s" busy={command.isPending} disabled={differences.length === 0} onClick={propose}>
        {t('settings.propose.button')}
      </Button>
    </div>
  )
}
