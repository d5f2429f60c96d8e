import type { SupportAbout } from '@palpite/contract'
import { IconButton } from '@palpite/ui'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { AboutTag } from './ChatLine.tsx'
import { useSay, useTellTyping } from './use-support-chat.ts'

const LONGEST = 2000

/** Where to write. What was not sent stays, and says so. A bet or payment goes with the first line. */
export function Composer({ about: given }: { about?: SupportAbout | undefined }) {
  const t = useText()
  const [text, setText] = useState('')
  const [about, setAbout] = useState(given)
  const tellTyping = useTellTyping()
  const saying = useSay(() => {
    setText('')
    setAbout(undefined)
  })
  const say = () => {
    if (text.trim() !== '') saying.mutate({ text, about })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    say()
  }
  return (
    <form
      className="grid gap-6 pb-8"
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      {about && (
        <div className="flex items-center gap-4">
          <AboutTag about={about} />
          <IconButton icon="x-bold" label={t('support.about.remove')} onClick={() => setAbout(undefined)} />
        </div>
      )}
      {saying.isError && (
        <p role="alert" className="text-13 text-loss">
          {t('support.chat.notSent')}
        </p>
      )}
      <div className="flex items-end gap-4">
        <textarea
          name="line"
          rows={2}
          maxLength={LONGEST}
          value={text}
          aria-label={t('support.chat.write')}
          placeholder={t('support.chat.write')}
          onChange={(event) => {
            setText(event.target.value)
            tellTyping()
          }}
          onKeyDown={onKey}
          className="ring-input min-h-52 w-full min-w-0 flex-1 resize-none rounded-14 bg-surface-2 px-14 py-12 text-16 text-text outline-none placeholder:text-text-3 focus-visible:ring-brand"
        />
        <IconButton
          icon="paper-plane-right-fill"
          label={t('support.chat.send')}
          aria-busy={saying.isPending || undefined}
          disabled={text.trim() === ''}
          onClick={say}
          className="text-brand-text"
        />
      </div>
    </form>
  )
}
