import { createPublicKey, verify } from 'node:crypto'
import { recordBytes, type RoundsRecord, type SignedRecord, verifyRecord } from '@palpite/games/record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openServer } from '../../platform/http/server.ts'
import { appendToLog } from '../../platform/public-log.ts'
import { type Harness, openHarness, requestOf } from '../testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openServer>>
let playerId: number

beforeAll(async () => {
  harness = await openHarness()
  app = await openServer(harness.deps)
  harness.games.routes({
    app,
    authenticate: (token) =>
      Promise.resolve(
        /^\d+$/.test(token) ? { playerId: Number(token), sessionId: 1, isTest: false } : undefined,
      ),
    admit: () => Promise.resolve(true),
  })
  playerId = await harness.newPlayer(1_000_000)
  await playAll()
  await appendToLog(harness.deps)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const get = async <T>(path: string, who = playerId) =>
  (await app.inject({ url: `/api/app/games${path}`, headers: { authorization: String(who) } })).json<{
    status: number
    data: T
  }>()

const play = async (
  game: 'dice' | 'limbo' | 'mines' | 'rowDouble' | 'double' | 'luckyColor',
  choice: object,
) => {
  const [answer] = await harness.games.playRounds([
    requestOf(playerId, { game, stakeCents: 100, choice: { ...choice } }),
  ])
  if (!answer?.ok) throw new Error(`it was played: ${answer?.refusal.code}`)
  return answer.value
}

let steps = 0
const step = async (game: 'mines' | 'rowDouble', roundId: number, tile: number | null) => {
  steps += 1
  const requestId = `record-step-${String(steps).padStart(8, '0')}`
  const [answer] = await harness.games.stepRounds([{ playerId, requestId, game, roundId, tile }])
  return answer?.ok ? answer.value.status : 'refused'
}

/** Plays rounds of every game to their end, with the shared ones drawn at once, and reveals the seeds of the others. */
async function playAll(): Promise<void> {
  for (const targetHundredths of [500, 5000, 9500]) {
    await play('dice', { direction: 'over', targetHundredths })
    await play('dice', { direction: 'under', targetHundredths })
    await play('limbo', { targetHundredths: 101 + targetHundredths })
  }
  for (const mineCount of [1, 3, 12, 24]) {
    const { id } = await play('mines', { mineCount })
    for (const tile of [0, 7, 13]) if ((await step('mines', id, tile)) !== 'open') break
    await step('mines', id, null)
  }
  for (const difficulty of ['easy', 'hard', 'master']) {
    const { id } = await play('rowDouble', { difficulty })
    for (const tile of [0, 1, 0]) if ((await step('rowDouble', id, tile)) !== 'open') break
    await step('rowDouble', id, null)
  }
  await refundOne()
  await harness.games.advanceSharedRounds()
  for (const colour of ['red', 'black', 'white']) await play('double', { colour })
  for (const pick of ['green', 'red', 'violet', '7', 'small', 'big'])
    await play('luckyColor', { room: '30', pick })
  const takenBack = await play('double', { colour: 'red' })
  await harness.games.cancelBets([{ playerId, roundId: takenBack.id }])
  await drawAll()
}

/** An abandoned climb: its stake was refunded. */
async function refundOne(): Promise<void> {
  const { id } = await play('rowDouble', { difficulty: 'hard' })
  await pastGuards(`update games_round set created_at = created_at - interval '2 days' where id = ${id}`)
  await harness.games.closeIdle()
}

async function drawAll(): Promise<void> {
  await pastGuards(`
    update games_shared_round
       set opens_at = opens_at - interval '4 minutes', closes_at = closes_at - interval '4 minutes',
           draws_at = draws_at - interval '4 minutes', settles_at = settles_at - interval '4 minutes',
           ends_at = ends_at - interval '4 minutes'
     where room in ('double', 'luckyColor:30') and status = 'open'`)
  await harness.games.advanceSharedRounds()
}

const pastGuards = (text: string) =>
  ownerOf(harness.deps.db).begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx([text] as unknown as TemplateStringsArray)
  })

const rotate = (clientSeed: string) =>
  app.inject({
    method: 'POST',
    url: '/api/app/games/rotateSeeds',
    headers: { authorization: String(playerId) },
    payload: { clientSeed },
  })

const isSigned = ({ content, publicKey, signature }: SignedRecord): boolean => {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, recordBytes(content), key, Buffer.from(signature, 'hex'))
}

/** All findings, by the round's position. */
const findingsOf = (content: RoundsRecord) => {
  const { rounds, findings } = verifyRecord(content)
  return [...findings, ...rounds.flatMap(({ findings: own }, at) => own.map((what) => `${at}: ${what}`))]
}

type Records = {
  pairs: { serverSeedHash: string; rounds: number; parts: number }[]
  shared: { rounds: number; parts: number }
}

describe('files of rounds', () => {
  test('1.19 there is no file of rounds before their seeds are revealed', async () => {
    const { serverSeedHash } = (await get<{ serverSeedHash: string }>('/seeds')).data
    expect((await get<Records>('/records')).data).toEqual({ pairs: [], shared: { rounds: 10, parts: 1 } })
    expect((await get(`/record?serverSeedHash=${serverSeedHash}`)).status).toBe(404)
    expect((await rotate('mine')).statusCode).toBe(200)
  })

  test('1.19 every round of a revealed pair can be recomputed from its file, which the house signed', async () => {
    const { pairs } = (await get<Records>('/records')).data
    expect(pairs).toMatchObject([{ rounds: 17, parts: 1 }])
    const file = (await get<SignedRecord>(`/record?serverSeedHash=${pairs[0]?.serverSeedHash}`)).data
    expect(isSigned(file)).toBe(true)
    expect(findingsOf(file.content)).toEqual([])
    expect(new Set(file.content.rounds.map(({ game }) => game))).toEqual(
      new Set(['dice', 'limbo', 'mines', 'rowDouble']),
    )
    expect(new Set(file.content.rounds.map(({ status }) => status))).toEqual(
      new Set(['won', 'lost', 'refunded']),
    )
    const staked = file.content.rounds.reduce((sum, { stakeCents }) => sum + stakeCents, 0)
    expect(file.content.totals).toMatchObject({ stakeCents: staked })
    expect(file.content.rounds.at(-1)?.runningCents).toBe(file.content.totals.payoutCents - staked)
  })

  test('1.19 every bet of a player on draws can be recomputed from its file', async () => {
    const file = (await get<SignedRecord>('/record')).data
    expect(isSigned(file)).toBe(true)
    expect(findingsOf(file.content)).toEqual([])
    expect(file.content.rounds.map(({ game }) => game)).toContain('luckyColor')
    expect(file.content.rounds.filter(({ status }) => status === 'refunded')).toHaveLength(1)
    expect(file.content.chains.map(({ room }) => room).toSorted()).toEqual(['double', 'luckyColor:30'])
  })

  test('a file saved and read again, with or without blanks, is still signed', async () => {
    const file = (await get<SignedRecord>('/record')).data
    expect(isSigned(JSON.parse(JSON.stringify(file, null, 2)) as SignedRecord)).toBe(true)
    expect(isSigned({ ...file, content: { ...file.content, part: 2 } })).toBe(false)
  })

  test("nobody can download another player's rounds, nor a part that does not exist", async () => {
    const { pairs } = (await get<Records>('/records')).data
    const other = await harness.newPlayer(0)
    const path = `/record?serverSeedHash=${pairs[0]?.serverSeedHash}`
    expect((await get(path, other)).status).toBe(404)
    expect((await get('/record', other)).status).toBe(404)
    expect((await get(`${path}&part=2`)).status).toBe(404)
    expect((await get<Records>('/records', other)).data).toEqual({
      pairs: [],
      shared: { rounds: 0, parts: 1 },
    })
  })

  test('downloads are rate-limited', async () => {
    const answers = []
    for (let count = 0; count < 25; count += 1) answers.push((await get('/record')).status)
    expect(answers.filter((status) => status !== 200).length).toBeGreaterThan(0)
  })
})
