import { Icon, Sheet, TextInput } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type ApiError, ask } from '../shared/api.ts'
import { wordsOf } from '../shared/failure.ts'
import { useMay } from '../shared/me.ts'
import { say } from '../shared/notices.ts'
import { askedOf, type Found, placeOf, placeOfPerson } from '../shared/search.ts'
import { useShortcuts } from '../shared/shortcuts.ts'
import { type TextKey, useText } from '../shared/text.ts'

const kindNames = {
  player: 'search.kind.player',
  bet: 'search.kind.bet',
  round: 'search.kind.round',
  order: 'search.kind.order',
  payment: 'search.kind.payment',
} as const satisfies Record<Found['kind'], TextKey>

/** Finds anything by an id from a screen, mail, chat or bank: `/` focuses it. A number may name several things. */
export function Search() {
  const t = useText()
  const [, go] = useLocation()
  const mayReadBooks = useMay('books.read')
  const [words, setWords] = useState('')
  const [several, setSeveral] = useState<readonly Found[]>([])
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  const open = (place: string) => {
    setWords('')
    field.current?.blur()
    go(place)
  }
  const finding = useMutation<Found[], ApiError, string>({
    mutationFn: (id) => ask('POST /api/backoffice/search', { body: { id } }),
    onSuccess: (found) => {
      const [first] = found
      if (!first) return say(t('search.nothing.text'), 'failed')
      if (found.length > 1) return setSeveral(found)
      open(placeOf(first, mayReadBooks))
    },
    onError: (error) => say(wordsOf(error, t), 'failed'),
  })
  const find = (event: FormEvent) => {
    event.preventDefault()
    const asked = askedOf(words)
    if (!asked) return say(t('search.unknown.text'), 'failed')
    if ('person' in asked) return open(placeOfPerson(asked.person))
    finding.mutate(asked.id)
  }
  return (
    <>
      <form role="search" onSubmit={find} className="w-440 min-w-0 max-desk:flex-1">
        <TextInput
          ref={field}
          size="s"
          type="search"
          aria-label={t('search.field.label')}
          placeholder={t('search.field.hint')}
          value={words}
          maxLength={254}
          onChange={(event) => setWords(event.target.value)}
          before={<Icon name="magnifying-glass" className="size-18 text-text-3" />}
          after={
            <kbd aria-hidden="true" className="max-desk:hidden hairline rounded-6 px-6 text-12 text-text-3">
              /
            </kbd>
          }
        />
      </form>
      {several.length > 0 && (
        <Sheet
          title={t('search.several.title', { id: words })}
          closeLabel={t('drawer.close.label')}
          onClose={() => setSeveral([])}
        >
          <ul className="px-16 pb-20">
            {several.map((found) => (
              <li key={`${found.kind} ${found.id}`} className="border-b border-line last:border-0">
                <Link
                  href={placeOf(found, mayReadBooks)}
                  onClick={() => {
                    setSeveral([])
                    setWords('')
                  }}
                  className="flex min-h-44 items-center justify-between text-14 font-600 hover:underline"
                >
                  {t(kindNames[found.kind])}
                  <Icon name="arrow-right" className="size-16" />
                </Link>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  )
}
