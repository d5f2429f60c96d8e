import { useEffect, useReducer } from 'react'
import { create } from 'zustand'

type Connection = {
  /** Whether the socket is connected, so that watched data is pushed. */
  isUp: boolean
  /** When the server last sent something on it. */
  receivedAt: number
}

export const useConnection = create<Connection>(() => ({ isUp: false, receivedAt: 0 }))

export const useIsConnected = (): boolean => useConnection(({ isUp }) => isUp)

/** Without a socket, as for visitors, a page must poll for every change. */
const openPollMs = 5000
/**
 * With a socket changes are pushed, and polling is a safety net: a push lost with its server shows no gap until the
 * next one, and a stopped match may send none.
 */
const safetyPollMs = 20_000

/** The polling interval of watched data. */
export const watchedPollMs = (isConnected: boolean): number => (isConnected ? safetyPollMs : openPollMs)

/** Prices may be current this long after the last news. */
const vouchedMs = 10_000

/** Until when prices of this age may be shown as open without a socket. */
const vouchedUntil = (updatedAt: number, { receivedAt }: Pick<Connection, 'receivedAt'>): number =>
  Math.max(updatedAt, receivedAt) + vouchedMs

/**
 * Whether these prices may be outdated: no socket, and neither answer nor push for ten seconds. Prices never received
 * are not outdated.
 */
export const isOutdated = (connection: Connection, updatedAt: number, now: number): boolean =>
  !connection.isUp && updatedAt > 0 && now >= vouchedUntil(updatedAt, connection)

/** For data a page does not watch: the socket says nothing about it. */
const unwatched: Connection = { isUp: false, receivedAt: 0 }

/** The connection that guarantees the shown data. */
export const vouching = (live: Connection, isWatched: boolean): Connection => (isWatched ? live : unwatched)

/** `isOutdated` as time passes. Data not watched whole is as old as its last answer, whatever the socket says. */
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
    // A timer may fire slightly early by this clock: it is set again by the remaining time.
    const timer = setTimeout(look, Math.max(1, until - Date.now()))
    return () => clearTimeout(timer)
  }, [isUp, until, now])
  return isOutdated(connection, updatedAt, now)
}
