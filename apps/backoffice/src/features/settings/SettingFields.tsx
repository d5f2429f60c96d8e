import { Button, Field, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useFormat } from '../../shared/format.ts'
import { useLook } from '../../shared/look.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { shown } from '../../shared/differences.ts'
import {
  hasList,
  type Leaf,
  leafOfWords,
  leavesOf,
  shownLeaf,
  typedValue,
  unitOf,
  withLeaf,
  wordsOfLeaf,
} from '../../shared/leaves.ts'

type Props = {
  name: string
  now: unknown
  byDefault: unknown
  onChange: (value: unknown) => void
}

/** A setting's parts in familiar units; one with a list is edited as JSON. */
export function SettingFields(props: Props) {
  return hasList(props.now) ? <Written {...props} /> : <Parts {...props} />
}

function Parts({ name, now, byDefault, onChange }: Props) {
  const t = useText()
  const format = useFormat()
  const mark = useLook().language === 'en' ? '.' : ','
  const leaves = leavesOf(now, [name])
  const [words, setWords] = useState(() =>
    Object.fromEntries(leaves.map((leaf) => [keyOf(leaf), wordsOfLeaf(leaf, mark)])),
  )
  const defaults = new Map(leavesOf(byDefault, [name]).map((leaf) => [keyOf(leaf), leaf]))
  const typed = leaves.map((leaf) => leafOfWords(leaf, words[keyOf(leaf)] ?? ''))
  const next = leaves.reduce<unknown>(
    (value, { path: [, ...path] }, at) => (typed[at] ? withLeaf(value, path, typed[at].value) : value),
    now,
  )
  const isReady = typed.every((one) => one !== undefined) && shown(next) !== shown(now)
  const change = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onChange(next)
  }
  return (
    <form onSubmit={change} className="grid gap-12">
      {leaves.map((leaf, at) => {
        const key = keyOf(leaf)
        const unit = typeof leaf.value === 'number' ? unitOf(leaf.path) : 'plain'
        const usual = shownLeaf(defaults.get(key) ?? { path: leaf.path, value: undefined }, format)
        return (
          <Field
            key={key}
            label={leaf.path.length > 1 ? leaf.path.slice(1).join('.') : t('settings.propose.value')}
            hint={t('settings.propose.default', { value: usual })}
            error={typed[at] ? undefined : t(wrong[unit])}
          >
            <TextInput
              size="s"
              inputMode={unit === 'plain' ? undefined : 'decimal'}
              before={unit === 'cents' && <span aria-hidden="true">{t('settings.unit.money')}</span>}
              after={unit === 'bps' && <span aria-hidden="true">%</span>}
              value={words[key] ?? ''}
              onChange={({ target }) => setWords({ ...words, [key]: target.value })}
            />
          </Field>
        )
      })}
      <Button submit kind="secondary" size="s" disabled={!isReady}>
        {t('settings.propose.change')}
      </Button>
    </form>
  )
}

const keyOf = ({ path }: Leaf) => path.join('/')

const wrong = {
  cents: 'settings.propose.noAmount',
  bps: 'settings.propose.noPercent',
  plain: 'settings.propose.wrong',
} as const

function Written({ now, byDefault, onChange }: Props) {
  const t = useText()
  const [words, setWords] = useState(shown(now))
  const typed = typedValue(words)
  return (
    <>
      <TextArea
        label={t('settings.propose.value')}
        hint={
          typed ? t('settings.propose.default', { value: shown(byDefault) }) : t('settings.propose.wrong')
        }
        rows={3}
        maxLength={10_000}
        value={words}
        onChange={setWords}
      />
      <Button
        kind="secondary"
        size="s"
        disabled={!typed || shown(typed.value) === shown(now)}
        onClick={() => typed && onChange(typed.value)}
      >
        {t('settings.propose.change')}
      </Button>
    </>
  )
}
