import { create } from 'zustand'
import { api } from '../api/api.ts'
import { onLive } from '../live.ts'
import { onLogout } from '../session.ts'

/** The visible line of news; empty without one. The newest one wins. */
export const useNotice = create<{ text: string }>(() => ({ text: '' }))

/**
 * Broadcast between a player's windows: a game's window has no connection of its own (SPEC §4) and receives news from
 * the others too.
 */
const windows = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('palpite.notice')

type Notice = { seq: number; text: string }

/** The last notice shown here, from any source; unknown before the first. */
let lastSeq: number | undefined

const show = ({ seq, text }: Notice): void => {
  if (lastSeq !== undefined && seq <= lastSeq) return
  lastSeq = seq
  useNotice.setState({ text })
}

onLive('notice', ({ seq, text }) => {
  show({ seq, text })
  windows?.postMessage({ seq, text })
})
windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isNotice(data)) show(data)
})

const isNotice = (data: unknown): data is Notice =>
  typeof data === 'object' &&
  data !== null &&
  'seq' in data &&
  'text' in data &&
  typeof data.seq === 'number' &&
  typeof data.text === 'string'

/** Fetches what came since: a game's page has no connection, and there may be no other window. */
export const askForNotice = async (): Promise<void> => {
  const query = lastSeq === undefined ? {} : { after: String(lastSeq) }
  const { seq, text } = await api('GET /api/app/realtime/notice', { query, loading: false, inline: true })
  if (text === null) lastSeq = Math.max(lastSeq ?? 0, seq)
  else show({ seq, text })
}

/** Removes the line. */
export const closeNotice = (): void => useNotice.setState({ text: '' })

// It may contain the player's data: a limit, an amount.
onLogout(() => {
  lastSeq = undefined
  closeNotice()
})
