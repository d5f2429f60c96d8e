import { Button, Icon, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { useText } from '../../../shared/text/text.ts'
import { logCsv, type LogItem, useLogWords } from './log-words.ts'

/** The player's protection log, folded: limits, breaks and our steps with reasons; also as a file. */
export function ProtectionLog() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="hairline group rounded-18 bg-surface-1"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="tap flex cursor-pointer list-none items-center gap-10 rounded-18 px-14 hover:bg-surface-2">
        <h3 className="flex-1 text-14 font-700">{t('protection.log.title')}</h3>
        <Icon name="caret-down-bold" className="size-14 group-open:rotate-180" />
      </summary>
      <div className="grid gap-10 p-14 pt-4">
        <p className="text-13 text-text-2">{t('protection.log.about')}</p>
        {isOpen && <Entries />}
      </div>
    </details>
  )
}

function Entries() {
  const t = useText()
  const { data, isError, refetch } = useCall(
    'GET /api/app/protection/log',
    { loading: false },
    { staleTime: 0 },
  )
  if (isError) return <NotLoaded refetch={refetch} />
  if (!data) return <Skeleton className="h-90" />
  if (data.items.length === 0) return <p className="text-13 text-text-2">{t('protection.log.empty')}</p>
  return <Filled items={data.items} />
}

function Filled({ items }: { items: readonly LogItem[] }) {
  const t = useText()
  const { longDayTime } = useFormat()
  const wordsOf = useLogWords()
  const rows = items.map((item) => ({ at: item.at, ...wordsOf(item) }))
  return (
    <>
      <ul className="grid gap-10">
        {rows.map(({ at, words, why }, place) => (
          <li key={`${at} ${place}`} className="grid gap-2 text-13">
            <time dateTime={at} className="text-12 text-text-2">
              {longDayTime(at)}
            </time>
            <span className="font-700">{words}</span>
            {why !== '' && <span className="text-text-2">{why}</span>}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-8">
        <Button
          kind="secondary"
          size="m"
          onClick={() =>
            saveFile('protection.csv', logCsv(rows.map(({ at, words, why }) => [at, words, why])), 'text/csv')
          }
        >
          {t('protection.log.csv')}
        </Button>
        <Button
          kind="secondary"
          size="m"
          onClick={() => saveFile('protection.json', JSON.stringify(items, null, 2))}
        >
          {t('protection.log.json')}
        </Button>
      </div>
    </>
  )
}
