import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../shared/ask-again.ts'
import { Conflict } from '../../../shared/Conflict.tsx'
import { Drawer } from '../../../shared/Drawer.tsx'
import { wordsOf } from '../../../shared/failure.ts'
import { say } from '../../../shared/notices.ts'
import { useRequestId } from '../../../shared/request-id.ts'
import { TextArea } from '../../../shared/TextArea.tsx'
import { useText } from '../../../shared/text.ts'
import {
  asContent,
  type Banners,
  carriedOver,
  contentTyped,
  newestOf,
  nextVersion,
  placeNames,
  type TypedBanner,
} from './banner.ts'
import { BannerFields } from './BannerFields.tsx'
import { BannerPreview } from './BannerPreview.tsx'
import { BannerChanges } from './BannerChanges.tsx'

type Props = { data: Banners; first: TypedBanner; onClose: () => void; onDone: (bannerId: string) => void }

/** The form of a banner or another version of one. A version that was replaced meanwhile is a conflict first. */
export function BannerForm({ data, first, onClose, onDone }: Props) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const [typed, setTyped] = useState(first)
  const command = useCommand('POST /api/backoffice/banners')
  const base = data.banners.find(({ bannerId }) => bannerId === typed.replaces)
  const newest = base && newestOf(data.banners, base.bannerId)
  const read = contentTyped(typed, data.hosts)
  const propose = (event: FormEvent) => {
    event.preventDefault()
    if ('missing' in read) return
    command.mutate(
      { body: { requestId, ...read.content, reason: typed.reason } },
      {
        onSuccess: ({ bannerId }) => {
          say(t('banners.plan.done'))
          onDone(bannerId)
        },
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  }
  const title = t('promotions.propose.title', { kind: t(placeNames[typed.place]) })
  if (base && newest && newest.bannerId !== base.bannerId)
    return (
      <Drawer title={title} onClose={onClose}>
        <Conflict
          title={t('banners.conflict.title')}
          theirs={<BannerChanges before={base} after={newest} />}
          mine={<BannerChanges before={base} after={asContent(typed)} />}
          onRebase={() => setTyped(carriedOver(typed, base, newest, data.today))}
          onDrop={() => setTyped(nextVersion(newest, data.today))}
        />
      </Drawer>
    )
  return (
    <Drawer title={title} onClose={onClose}>
      <form onSubmit={propose} className="grid gap-14">
        <BannerFields typed={typed} data={data} onType={setTyped} />
        <Days typed={typed} today={data.today} onType={setTyped} />
        <TextArea
          label={t('promotions.column.reason')}
          hint={t('reason.field.min')}
          rows={2}
          value={typed.reason}
          onChange={(reason) => setTyped({ ...typed, reason })}
        />
        <Button submit size="s" busy={command.isPending} disabled={'missing' in read}>
          {t('promotions.propose.button')}
        </Button>
        {'missing' in read && <p className="-mt-6 text-12 text-text-2">{t(read.missing)}</p>}
      </form>
      <BannerPreview banner={typed} />
    </Drawer>
  )
}

type DaysProps = { typed: TypedBanner; today: string; onType: (typed: TypedBanner) => void }

function Days({ typed, today, onType }: DaysProps) {
  const t = useText()
  const field = 'grid gap-4 text-12 font-600 text-text-2'
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-10">
      <label className={field}>
        {t('promotions.column.starts')}
        <TextInput
          size="s"
          type="date"
          min={today}
          value={typed.startsOn}
          onChange={({ target }) => onType({ ...typed, startsOn: target.value })}
        />
      </label>
      <label className={field}>
        {t('banners.field.ends')}
        <TextInput
          size="s"
          type="date"
          min={typed.startsOn}
          value={typed.endsOn}
          onChange={({ target }) => onType({ ...typed, endsOn: target.value })}
        />
      </label>
    </div>
  )
}
