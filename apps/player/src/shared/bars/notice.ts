import { create } from 'zustand'
import { onLive } from '../live.ts'
import { onDeparture } from '../session.ts'

/** The line of news in sight; empty when there is none. The newest one wins. */
export const useNotice = create<{ text: string }>(() => ({ text: '' }))

onLive('notice', ({ text }) => useNotice.setState({ text }))

/** Takes the line away. */
export const closeNotice = (): void => useNotice.setState({ text: '' })

// It may speak of the player: a limit, an amount.
onDeparture(closeNotice)
