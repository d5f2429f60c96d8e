import { create } from 'zustand'

/** Whether the socket stands, so that what is watched comes by itself. */
export const useConnection = create<{ isUp: boolean }>(() => ({ isUp: false }))

export const useIsConnected = (): boolean => useConnection(({ isUp }) => isUp)

/** Without a socket, as visitors are, a page has to ask for every change. */
const openPollMs = 5000
/**
 * While the socket stands changes are pushed, and a page asks only to be sure: a push that was lost with the server that
 * was to send it shows in no gap until the next one comes, and of a match that is stopped none may come.
 */
const safetyPollMs = 20_000

/** How often what is watched is asked for. */
export const watchedPollMs = (isConnected: boolean): number => (isConnected ? safetyPollMs : openPollMs)
