import { randomInt, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BET, type CallingPlayer } from './callers.ts'
import { ask, openFrom } from './crowd.ts'

/** The answers to bets, each with the milliseconds since it was due. */
export type AnsweredBets = {
  accepted: { requestId: string; ms: number }[]
  /** Refused as busy: too many at once, or too many of one player. */
  putOff: { ms: number; hasRetryAfter: boolean }[]
  others: string[]
  /** Read calls: how many were answered, and how many refused as busy. */
  read: number
  readPutOff: number
}

type Options = {
  port: number
  players: readonly CallingPlayer[]
  offers: readonly { outcomeId: string; priceMilli: number }[]
  connections: number
  seconds: number
  /**
   * Bets per second, sent whether earlier ones are answered or not. If absent, each connection sends its next bet
   * after the answer.
   */
  rate?: number
  /** The share of calls that read matches instead of betting. */
  readingShare?: number
}

const MATCHES = '/api/app/sportsbook/popular'
const OPENED_AT_ONCE = 200
/** One address may not have as many connections as all of these. */
const CONNECTIONS_OF_AN_ADDRESS = 2000

/**
 * Singles of this many players. At a rate, a bet that finds no free connection is late from the moment it was due, so
 * a stalled server cannot hide behind waiting callers.
 */
export async function betAtRate(options: Options): Promise<AnsweredBets> {
  const { connections, seconds, rate } = options
  const lines = await openLines(options)
  const answered: AnsweredBets = { accepted: [], putOff: [], others: [], read: 0, readPutOff: 0 }
  const start = performance.now()
  const until = start + seconds * 1000
  if (rate === undefined) {
    const betOn = async (line: Socket) => {
      while (performance.now() < until) await bet(line, options, { dueAt: performance.now(), answered })
    }
    await Promise.all(lines.map(betOn))
  } else {
    const free = [...lines]
    const underWay = new Set<Promise<void>>()
    for (let sent = 0; performance.now() < until;) {
      for (let line; sent < ((performance.now() - start) / 1000) * rate && (line = free.pop());) {
        const own = line
        const betting = bet(own, options, { dueAt: start + (sent * 1000) / rate, answered }).then(() => {
          free.push(own)
          underWay.delete(betting)
        })
        underWay.add(betting)
        sent += 1
      }
      await sleep(1)
    }
    await Promise.all(underWay)
  }
  if (lines.length !== connections) throw new Error('every connection was opened')
  for (const line of lines) line.destroy()
  return answered
}

/** The time within which 99 of 100 of these were answered. */
export function p99Of(answered: readonly { ms: number }[]): number {
  const slowestFirst = answered.map(({ ms }) => ms).sort((one, other) => other - one)
  return slowestFirst[Math.floor(slowestFirst.length / 100)] ?? Number.NaN
}

async function openLines({ port, connections }: Options): Promise<Socket[]> {
  const lines: Socket[] = []
  for (let from = 0; from < connections; from += OPENED_AT_ONCE) {
    const address = `127.0.1.${1 + Math.floor(from / CONNECTIONS_OF_AN_ADDRESS)}`
    const count = Math.min(OPENED_AT_ONCE, connections - from)
    lines.push(...(await Promise.all(Array.from({ length: count }, () => openFrom(port, address)))))
  }
  return lines
}

type Due = { dueAt: number; answered: AnsweredBets }

async function look(line: Socket, answered: AnsweredBets): Promise<void> {
  const answer = await ask(line, `GET ${MATCHES} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
  if (answer.startsWith('HTTP/1.1 200 ')) answered.read += 1
  else if (/^HTTP\/1\.1 (503|429) /.test(answer)) answered.readPutOff += 1
  else answered.others.push(answer.slice(0, 600))
}

async function bet(line: Socket, options: Options, { dueAt, answered }: Due): Promise<void> {
  const { players, offers, readingShare = 0 } = options
  if (randomInt(100) < readingShare * 100) return look(line, answered)
  const player = players[randomInt(players.length)]
  const offer = offers[randomInt(offers.length)]
  if (!player || !offer) throw new Error('there is a price to bet on')
  const requestId = randomUUID()
  const body = JSON.stringify({ requestId, unitStakeCents: 100, legs: [offer], accept: 'any' })
  const answer = await ask(
    line,
    `POST ${BET} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
      `authorization: ${player.token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const ms = performance.now() - dueAt
  if (answer.startsWith('HTTP/1.1 200 ')) answered.accepted.push({ requestId, ms })
  else if (/^HTTP\/1\.1 (503|429) /.test(answer))
    answered.putOff.push({ ms, hasRetryAfter: /\r\nretry-after: [1-9]/i.test(answer) })
  else answered.others.push(answer.slice(0, 600))
}
