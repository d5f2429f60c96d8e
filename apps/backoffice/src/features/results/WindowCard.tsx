import type { ReactNode } from 'react'
import { feedName } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { windowText } from './parts.ts'

type Props = {
  window: { feed: string; from: string | null; until: string | null }
  children?: ReactNode
}

/** A time window whose bets only one feed voids: the feed, and when the bets were placed. */
export function WindowCard({ window: { feed, from, until }, children }: Props) {
  const t = useText()
  const format = useFormat()
  const values = {
    from: from === null ? '' : format.time(from),
    until: until === null ? '' : format.time(until),
  }
  return (
    <div className="hairline mb-8 grid gap-4 rounded-11 p-12 text-13">
      <p className="font-600">{t('results.window.voids', { feed: feedName(t, feed) })}</p>
      <p className="text-12 text-text-2">{t(windowText({ from, until }), values)}</p>
      {children}
    </div>
  )
}
