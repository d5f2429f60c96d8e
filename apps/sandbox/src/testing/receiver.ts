import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '../../../../tools/test/free-port.ts'
import { until } from '../../../../tools/test/until.ts'
import { record, records, type ReadRecord } from './record.ts'

export type Received = Readonly<{
  path: string
  signedRightly: boolean
  at: number
  item: ReadRecord
}>

/** A webhook receiver: stores each webhook, verifies its signature independently, and answers as configured. */
export type Receiver = Readonly<{
  url: string
  received: Received[]
  /** Answers the next webhooks with these statuses (0: no answer), then with 200 again. */
  answerNext: (...statuses: number[]) => void
  /** Resolves with the webhooks once there are this many. */
  waitFor: (count: number) => Promise<Received[]>
  /** Resolves with the first matching webhook. */
  waitForOne: (fits: (item: Received['item']) => boolean) => Promise<Received>
  stop: () => Promise<void>
}>

/** Listens on the given port, or on a free one. */
export const startReceiver = async (secret: string, wanted?: number): Promise<Receiver> => {
  const port = wanted ?? (await freePort())
  const received: Received[] = []
  let answers: number[] = []
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const [, seconds, digest] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-signature'])) ?? []
      const expected = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')
      const [item] = records(record(JSON.parse(raw))['pix'])
      if (item === undefined) throw new Error('a webhook without a Pix')
      received.push({
        path: request.url ?? '',
        signedRightly: digest === expected && Math.abs(Date.now() / 1000 - Number(seconds)) < 60,
        at: Date.now(),
        item,
      })
      const status = answers.shift() ?? 200
      if (status !== 0) response.writeHead(status).end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerNext: (...statuses) => {
      answers = statuses
    },
    waitFor: async (count) => {
      await until(`${count} webhooks`, () => received.length >= count)
      return received
    },
    waitForOne: (fits) => until('that webhook', () => received.find(({ item }) => fits(item))),
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
