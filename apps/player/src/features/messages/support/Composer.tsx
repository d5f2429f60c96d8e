import type { SupportAbout } from '@palpite/contract'
import { Icon, IconButton } from '@palpite/ui'
import { type KeyboardEvent, useState } from 'react'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useText } from '../../../shared/text/text.ts'
import { AboutTag } from './ChatLine.tsx'
import { PictureChoice } from './PictureChoice.tsx'
import { useSendLine, useSendTyping } from './use-support-chat.ts'

const LONGEST = 2000

/** The input of the chat. Unsent text stays with a note. A bet or payment is attached to the first line. */
export function Composer({ about: given }: { about?: SupportAbout | undefined }) {
  const t = useText()
  const [text, setText] = useState('')
  const [about, setAbout] = useState(given)
  const [picture, setPicture] = useState<File>()
  const sendTyping = useSendTyping()
  const saying = useSendLine(() => {
    setText('')
    setAbout(undefined)
    setPicture(undefined)
  })
  const canSend = text.trim() !== '' || picture !== undefined
  const say = () => {
    if (canSend)
      saying.mutate({ text: text.trim() === '' ? t('support.picture.alone') : text, about, picture })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    say()
  }
  return (
    <form
      className="grid grid-cols-1 gap-6 pb-8"
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
      {picture && (
        <div className="flex items-center gap-4">
          <span className="flex min-w-0 items-center gap-6 rounded-8 bg-surface-3 px-8 py-4 text-12 font-600">
            <Icon name="image" className="size-16 shrink-0 text-brand-text" />
            <span className="truncate">{picture.name}</span>
          </span>
          <IconButton
            icon="x-bold"
            label={t('support.picture.remove')}
            onClick={() => setPicture(undefined)}
          />
        </div>
      )}
      {saying.isError && (
        <p role="alert" className="text-13 text-loss">
          {serverMessageOf(saying.error) || t(picture ? 'support.picture.notSent' : 'support.chat.notSent')}
        </p>
      )}
      <div className="flex items-end gap-4">
        <PictureChoice onChoose={setPicture} />
        <textarea
          name="line"
          rows={2}
          maxLength={LONGEST}
          value={text}
          aria-label={t('support.chat.write')}
          placeholder={t('support.chat.write')}
          onChange={(event) => {
            setText(event.target.value)
            sendTyping()
          }}
          onKeyDown={onKey}
          className="ring-input finger-52 w-full min-w-0 flex-1 resize-none rounded-14 bg-surface-2 px-14 py-12 text-16 text-text outline-none placeholder:text-text-3 focus-visible:ring-brand"
        />
        <IconButton
          icon="paper-plane-right-fill"
          label={t('support.chat.send')}
          aria-busy={saying.isPending || undefined}
          disabled={!canSend}
          onClick={say}
          className="text-brand-text"
        />
      </div>
    </form>
  )
}
