import { Button, Checkbox, Icon, IconButton, TextInput } from '@palpite/ui'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from './address.ts'
import type { ApiError, DataOf } from './api.ts'
import { Answered } from './Answered.tsx'
import { useAsked, useCommand } from './ask-again.ts'
import { wordsOf } from './failure.ts'
import { useMay } from './me.ts'
import { say } from './notices.ts'
import { useText } from './text.ts'

type Filter = DataOf<'GET /api/backoffice/filters'>[number]

/** A list's saved filters: apply, save the current address, remove. */
export function SavedFilters({ name }: { name: string | undefined }) {
  const t = useText()
  const [path] = useLocation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const list = name === undefined ? path : `${path}/${name}`
  return (
    <>
      <Button kind="outline" size="s" popoverTarget={id}>
        <Icon name="star" className="size-16" />
        {t('filters.saved.button')}
      </Button>
      <div
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="columns-menu hairline w-320 rounded-14 bg-surface-1 p-12 text-13 text-text shadow-2"
      >
        {isOpen && <Menu list={list} onApplied={() => document.getElementById(id)?.hidePopover()} />}
      </div>
    </>
  )
}

function Menu({ list, onApplied }: { list: string; onApplied: () => void }) {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/filters', { query: { list } }, { everyMs: false })
  return (
    <div className="grid gap-10">
      <p className="text-12 font-600 text-text-2">{t('filters.saved.title')}</p>
      <Answered asked={asked} skeleton="h-40">
        {(filters) =>
          filters.length === 0 ? (
            <p className="text-text-2">{t('filters.saved.empty')}</p>
          ) : (
            <ul className="grid max-h-240 gap-2 overflow-y-auto">
              {filters.map((filter) => (
                <FilterRow key={filter.filterId} filter={filter} onApplied={onApplied} />
              ))}
            </ul>
          )
        }
      </Answered>
      <SaveForm list={list} />
    </div>
  )
}

function FilterRow({ filter, onApplied }: { filter: Filter; onApplied: () => void }) {
  const t = useText()
  const address = useAddress()
  const mayShare = useMay('operators.manage')
  const remove = useCommand('POST /api/backoffice/filters/:filterId/remove')
  const { filterId, name, query, isShared, isOwn } = filter
  const apply = () => {
    address.become(query)
    onApplied()
  }
  return (
    <li className="flex items-center gap-4">
      <button
        type="button"
        aria-current={query === address.query || undefined}
        onClick={apply}
        className="min-h-32 min-w-0 flex-1 cursor-pointer truncate rounded-8 px-8 text-start hover:bg-surface-2 aria-[current]:bg-brand-tint aria-[current]:font-600"
      >
        {name}
        {isShared && <span className="text-text-2"> · {t('filters.saved.shared')}</span>}
      </button>
      {(isOwn || (isShared && mayShare)) && (
        <IconButton
          icon="trash-simple"
          label={t('filters.remove.label', { name })}
          onClick={() =>
            remove.mutate(
              { params: { filterId: String(filterId) } },
              { onError: (error: ApiError) => say(wordsOf(error, t), 'failed') },
            )
          }
        />
      )}
    </li>
  )
}

/** Saves the address's filters and hidden columns. */
function SaveForm({ list }: { list: string }) {
  const t = useText()
  const address = useAddress()
  const mayShare = useMay('operators.manage')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useCommand('POST /api/backoffice/filters')
  const isPersonal = save.error?.code === 'bad_request'
  return (
    <form
      className="grid gap-8 border-t border-line pt-10"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { body: { list, name, query: address.query, isShared } },
          { onSuccess: () => setName('') },
        )
      }}
    >
      <TextInput
        size="s"
        aria-label={t('filters.save.name')}
        placeholder={t('filters.save.name')}
        required
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {mayShare && (
        <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
          {t('filters.save.shared')}
        </Checkbox>
      )}
      {save.error && (
        <p role="alert" className="text-loss">
          {isPersonal ? t('filters.save.personal') : wordsOf(save.error, t)}
        </p>
      )}
      <Button submit kind="secondary" size="s" busy={save.isPending} disabled={name.trim() === ''}>
        {t('filters.save.button')}
      </Button>
    </form>
  )
}
