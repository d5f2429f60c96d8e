import type { Reached } from './callers.ts'

/** The commands to the load generator's process. */
export type LoadOrder = {
  host: string
  port: number
  path: string
  /** Bodies to choose from, without their `requestId`: each request gets its own. */
  bodies: readonly Record<string, unknown>[]
  /** Of a paced game: each player begins a round with the first body, picks these tiles and cashes out. */
  steps?: { path: string; tiles: readonly number[] }
  /** Session tokens of many players; each request is of one of them. */
  tokens: readonly string[]
  connections: number
  seconds: number
  warmUpSeconds: number
  /** Requests a second, sent whether or not the ones before were answered; absent: each caller asks when answered. */
  rate?: number
}

/** The commands to the process that plays a studio. */
export type WalletOrder = {
  host: string
  port: number
  /** The studio's signing key. */
  keyId: string
  secret: string
  /** Open sessions of many players. */
  sessions: readonly string[]
  connections: number
  seconds: number
  warmUpSeconds: number
}

export type LoadAnswer = { reached: Reached } | { failed: string }
