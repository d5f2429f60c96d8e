import { Button, Icon, TextInput } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiError, ask, type DataOf } from '../../shared/api.ts'
import { saveFile } from '../../shared/csv.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'

type Journal = DataOf<'GET /api/backoffice/books/journal'>

/** What was booked by day and account, as a file. */
export function JournalFile() {
  const t = useText()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const saving = useMutation<Journal, ApiError>({
    mutationFn: () => ask('GET /api/backoffice/books/journal', { query: { from, until } }),
    onSuccess: ({ fileName, csv }) => saveFile(fileName, csv),
    onError: (error) => say(wordsOf(error, t), 'failed'),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={save} className="mt-20 flex flex-wrap items-end gap-8">
      <div className="basis-full">
        <h2 className="text-16 font-700">{t('books.journal.title')}</h2>
        <p className="text-13 text-text-2">{t('books.journal.note')}</p>
      </div>
      <DayField label={t('books.journal.from')} value={from} onChange={setFrom} />
      <DayField label={t('books.journal.until')} value={until} onChange={setUntil} />
      <Button
        submit
        kind="outline"
        size="s"
        className="min-h-36"
        busy={saving.isPending}
        disabled={from === '' || until < from}
      >
        <Icon name="download-simple" className="size-16" />
        {t('books.journal.button')}
      </Button>
    </form>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void }

const DayField = ({ label, value, onChange }: DayProps) => (
  <label className="grid gap-4 text-12 font-600 text-text-2">
    {label}
    <TextInput
      size="s"
      type="date"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="w-140"
    />
  </label>
)
