import { useEffect, useReducer } from 'react'
import { create } from 'zustand'

type Connection = {
  /** Whether the socket stands, so that what is watched comes by itself. */
  isUp: boolean
  /** When the server was last heard on it, while it stood. */
  receivedAt: number
}

export const useConnection = create<Connection>(() => ({ isUp: false, receivedAt: 0 }))

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

/** So long after the last news prices may still be those of now; after that nobody can say. */
const vouchedMs = 10_000

/** Until when prices of this age may be shown as open, where no socket keeps them fresh. */
const vouchedUntil = (updatedAt: number, { receivedAt }: Pick<Connection, 'receivedAt'>): number =>
  Math.max(updatedAt, receivedAt) + vouchedMs

/**
 * Whether prices that came then may be older than the app can know: no socket stands, and neither an answer nor a push has
 * come for ten seconds. What has never come is not old.
 */
export const isOutdated = (connection: Connection, updatedAt: number, now: number): boolean =>
  !connection.isUp && updatedAt > 0 && now >= vouchedUntil(updatedAt, connection)

/** What a page knows of what it does not watch: the socket tells nothing of it. */
const unwatched: Connection = { isUp: false, receivedAt: 0 }

/** The connection that vouches for what is shown. */
export const vouching = (live: Connection, isWatched: boolean): Connection => (isWatched ? live : unwatched)

/** `isOutdated` as time goes by. What is not watched whole is as old as its last answer, whatever the socket does. */
export const useIsOutdated = (updatedAt: number, isWatched = true): boolean => {
  const connection = vouching(useConnection(), isWatched)
  const { isUp } = connection
  const [now, look] = useReducer(
    () => Date.now(),
    0,
    () => Date.now(),
  )
  const until = vouchedUntil(updatedAt, connection)
  useEffect(() => {
    if (isUp || now >= until) return
    // A timer may come a little early by the clock that is read: it is set again by what it saw.
    const timer = setTimeout(look, Math.max(1, until - Date.now()))
    return () => clearTimeout(timer)
  }, [isUp, until, now])
  return isOutdated(connection, updatedAt, now)
}
