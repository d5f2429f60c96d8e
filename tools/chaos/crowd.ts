import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallingPlayer } from './callers.ts'

/** The answers to all callers. */
export type Crowd = {
  played: { requestId: string; playerId: number; ms: number }[]
  putOff: { ms: number; isAskedAgain: boolean }[]
  /** Answers that are neither a round nor a refusal as busy. */
  others: string[]
}

type Options = {
  port: number
  players: readonly CallingPlayer[]
  callers: number
  seconds: number
}

const AT_ONCE = 500
/** One address may not have as many connections as a crowd: it uses several. */
const LINES_OF_AN_ADDRESS = 4000

/**
 * Callers with a connection each, who start together, play round after round, and retry when refused as busy. Plain
 * sockets: sixteen thousand of anything heavier would measure the callers.
 */
export async function callInCrowd({ port, players, callers, seconds }: Options): Promise<Crowd> {
  const crowd: Crowd = { played: [], putOff: [], others: [] }
  const lines: Socket[] = []
  for (let from = 0; from < callers; from += AT_ONCE) {
    const localAddress = `127.0.0.${1 + Math.floor(from / LINES_OF_AN_ADDRESS)}`
    const some = Array.from({ length: Math.min(AT_ONCE, callers - from) }, () => openFrom(port, localAddress))
    lines.push(...(await Promise.all(some)))
  }
  const until = performance.now() + seconds * 1000
  await Promise.all(lines.map((line, at) => call(line, players[at % players.length], until, crowd)))
  for (const line of lines) line.destroy()
  return crowd
}

/** Opens a connection from this address of our own machine. */
export const openFrom = (port: number, localAddress: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket))
  })

async function call(line: Socket, player: CallingPlayer | undefined, until: number, crowd: Crowd) {
  if (!player) throw new Error('a player calls')
  while (performance.now() < until) {
    const requestId = randomUUID()
    const from = performance.now()
    const answer = await ask(line, requestOf(player, requestId))
    const ms = performance.now() - from
    if (answer.startsWith('HTTP/1.1 200 ')) crowd.played.push({ requestId, playerId: player.playerId, ms })
    else if (answer.startsWith('HTTP/1.1 503 ')) {
      const seconds = Number(/\r\nretry-after: (\d+)\r\n/i.exec(answer)?.[1] ?? 0)
      crowd.putOff.push({ ms, isAskedAgain: seconds > 0 })
      await sleep(Math.max(0, Math.min(seconds * 1000, until - performance.now())))
    } else crowd.others.push(answer.slice(0, 400))
    await sleep(200)
  }
}

const requestOf = ({ token }: CallingPlayer, requestId: string): string => {
  const body = JSON.stringify({ requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 })
  return (
    'POST /api/app/games/dice/betPlay HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n' +
    `authorization: ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** Sends a request and returns the complete answer. */
export const ask = (line: Socket, request: string): Promise<string> =>
  new Promise((resolve) => {
    if (line.destroyed) return resolve('the connection was closed')
    let read = ''
    const end = (answer: string) => {
      line.off('data', take)
      line.off('close', closed)
      resolve(answer)
    }
    const take = (chunk: Buffer) => {
      read += chunk.toString('latin1')
      const bodyAt = read.indexOf('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(read)?.[1]
      if (bodyAt >= 0 && length !== undefined && read.length >= bodyAt + 4 + Number(length)) end(read)
    }
    const closed = () => end('the connection was closed')
    line.on('data', take)
    line.once('close', closed)
    line.write(request, 'latin1')
  })
