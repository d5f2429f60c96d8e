import { create } from 'zustand'
import { onLive } from '../live.ts'
import { onDeparture } from '../session.ts'

/** The line of news in sight; empty when there is none. The newest one wins. */
export const useNotice = create<{ text: string }>(() => ({ text: '' }))

/** Between the windows of one player: that of a game has no connection of its own (SPEC §4), and hears news from the others. */
const windows = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('palpite.notice')

onLive('notice', ({ text }) => {
  useNotice.setState({ text })
  windows?.postMessage(text)
})
windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') useNotice.setState({ text: data })
})

/** Takes the line away. */
export const closeNotice = (): void => useNotice.setState({ text: '' })

// It may speak of the player: a limit, an amount.
onDeparture(closeNotice)
