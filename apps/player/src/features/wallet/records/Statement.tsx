import { Button, Chip, Field, Icon, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { saveBytes } from './save-bytes.ts'
import { YearStatement } from './YearStatement.tsx'
import { type EntryType, lastMonth, natures } from './statement-parts.ts'

type Format = 'csv' | 'pdf'

const formats: readonly { format: Format; text: TextKey }[] = [
  { format: 'pdf', text: 'wallet.statement.pdf' },
  { format: 'csv', text: 'wallet.statement.csv' },
]

/** The statement as a file, folded: period, content and format; below it the year's sums. */
export function Statement() {
  const t = useText()
  const [days, setDays] = useState(() => lastMonth(new Date()))
  const [type, setType] = useState<EntryType>()
  const fetching = useCommand({
    mutationFn: (format: Format) =>
      api('GET /api/app/user/statement', { query: { ...days, format, ...(type ? { type } : {}) } }),
    onSuccess: saveBytes,
  })
  return (
    <details className="hairline group rounded-18 bg-surface-1">
      <summary className="tap flex cursor-pointer list-none items-center gap-10 rounded-18 px-16 hover:bg-surface-2">
        <h2 className="flex-1 text-16 font-700 tracking-tight">{t('wallet.statement.file')}</h2>
        <Icon name="caret-down-bold" className="size-14 group-open:rotate-180" />
      </summary>
      <div className="grid gap-12 p-16 pt-4">
        <p className="text-13 text-text-2">{t('wallet.statement.text')}</p>
        <div className="grid gap-12 roomy:grid-cols-2">
          <Field label={t('wallet.statement.from')}>
            <TextInput
              type="date"
              value={days.from}
              max={days.until}
              onChange={(event) => setDays({ ...days, from: event.target.value })}
            />
          </Field>
          <Field label={t('wallet.statement.until')}>
            <TextInput
              type="date"
              value={days.until}
              min={days.from}
              onChange={(event) => setDays({ ...days, until: event.target.value })}
            />
          </Field>
        </div>
        <div role="group" aria-label={t('wallet.records.filter')} className="flex flex-wrap gap-6">
          <Chip chosen={type === undefined} onClick={() => setType(undefined)}>
            {t('wallet.records.all')}
          </Chip>
          {natures.map(({ type: one, text }) => (
            <Chip key={one} chosen={type === one} onClick={() => setType(one)}>
              {t(text)}
            </Chip>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-8">
          {formats.map(({ format, text }) => (
            <Button
              key={format}
              kind="secondary"
              size="m"
              busy={fetching.isPending && fetching.variables === format}
              disabled={days.from === '' || days.until === ''}
              onClick={() => fetching.mutate(format)}
            >
              {t(text)}
            </Button>
          ))}
        </div>
        <YearStatement />
      </div>
    </details>
  )
}
