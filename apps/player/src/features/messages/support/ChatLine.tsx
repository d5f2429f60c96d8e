import type { SupportAbout } from '@palpite/contract'
import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { ChatPicture } from './ChatPicture.tsx'
import type { SupportLine } from './use-support-chat.ts'

/** A chat line: the player's on the right, with its read mark. */
export function ChatLine({ line, isSeen }: { line: SupportLine; isSeen: boolean }) {
  const t = useText()
  const format = useFormat()
  const isMine = line.author === 'player'
  return (
    <div
      data-mine={isMine || undefined}
      className="grid max-w-300 grid-cols-1 justify-items-start gap-4 justify-self-start rounded-18 bg-surface-2 px-14 py-10 data-mine:justify-self-end data-mine:bg-brand-tint"
    >
      <span className="sr-only">{t(isMine ? 'support.chat.you' : 'support.chat.house')}</span>
      {line.about && <AboutTag about={line.about} />}
      {line.hasPicture && <ChatPicture lineId={line.lineId} />}
      <p className="max-w-full text-14 wrap-anywhere whitespace-pre-wrap">{line.text}</p>
      <p className="flex items-center gap-4 justify-self-end text-11 text-text-2">
        {format.clock(line.at)}
        {isMine && isSeen && (
          <>
            <Icon name="check-bold" className="size-12 text-win" />
            <span className="sr-only">{t('support.chat.seen')}</span>
          </>
        )}
      </p>
    </div>
  )
}

/** What a line is about, by its public number. */
export function AboutTag({ about }: { about: SupportAbout }) {
  const t = useText()
  const isBet = about.kind === 'bet'
  return (
    <span className="flex max-w-full min-w-0 items-center gap-6 rounded-8 bg-surface-3 px-8 py-4 text-12 font-600">
      <Icon
        name={isBet ? 'receipt-duotone' : 'wallet-duotone'}
        className="size-16 shrink-0 text-brand-text"
      />
      <span className="truncate">
        {t(isBet ? 'support.about.bet' : 'support.about.payment', { id: about.id })}
      </span>
    </span>
  )
}
