import { cx } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { Picture } from './Picture.tsx'

type Chat = DataOf<'GET /api/backoffice/support/threads/:threadId'>
type Subject = NonNullable<Chat['lines'][number]['about']>

type Props = { lines: Chat['lines']; threadId: string; readUpTo: string | null }

/** The lines of a chat, the newest in sight. */
export function Lines({ lines, threadId, readUpTo }: Props) {
  const t = useText()
  const format = useFormat()
  const end = useRef<HTMLDivElement>(null)
  const lastId = lines.at(-1)?.lineId
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' }) // returns a promise in some browsers: no cleanup function
  }, [lastId])
  return (
    <div
      role="log"
      aria-label={t('support.lines.label')}

      className="min-h-0 flex-1 overflow-y-auto px-20 py-16"
    >
      <ol className="grid gap-8">
        {lines.map(({ lineId, author, text, about, hasPicture, at }) => (
          <li
            key={lineId}
            className={cx(
              'max-w-560 rounded-14 px-14 py-8 text-14',
              author === 'operator'
                ? 'justify-self-end bg-brand-tint'
                : 'hairline justify-self-start bg-surface-1',
            )}
          >
            <span className="sr-only">
              {t(author === 'operator' ? 'support.author.operator' : 'support.author.player')}
            </span>
            {about && <About about={about} />}
            {hasPicture && <Picture threadId={threadId} lineId={lineId} />}
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            <p className="mt-2 text-end text-11 text-text-2">
              {format.time(at)}
              {lineId === readUpTo && author === 'operator' && ` · ${t('support.line.read')}`}
            </p>
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

const linked = 'cursor-pointer font-600 text-info underline-offset-2 hover:underline wrap-anywhere text-start'

/** What a line is about: a bet opens beside the chat, a payment in its list. */
function About({ about: { kind, id } }: { about: Subject }) {
  const t = useText()
  const address = useAddress()
  const mayBets = useMay('bets.read')
  const mayPayments = useMay('books.read')
  const words = t(kind === 'bet' ? 'support.about.bet' : 'support.about.payment', { id })
  if (kind === 'bet' && mayBets)
    return (
      <p className="text-12">
        <button type="button" className={linked} onClick={() => address.set({ aposta: id, ficha: '' })}>
          {words}
        </button>
      </p>
    )
  if (kind === 'payment' && mayPayments)
    return (
      <p className="text-12">
        <Link href={`/depositos/pedido?busca=${id}`} className={linked}>
          {words}
        </Link>
      </p>
    )
  return <p className="text-12 wrap-anywhere text-text-2">{words}</p>
}
