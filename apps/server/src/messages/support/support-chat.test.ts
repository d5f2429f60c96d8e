import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { registerPlayers, type SendMail } from '../../identity/index.ts'
import { costlyWork } from '../../platform/costly-work.ts'
import type { Deps } from '../../platform/deps.ts'
import { openServer } from '../../platform/http/server.ts'
import { openMessages } from '../index.ts'
import { answerThread, endThread, markThreadRead, typeInThread, readThread, readThreads } from './threads.ts'

let deps: Deps
let close: () => Promise<void>
let app: Awaited<ReturnType<typeof openServer>>
let messages: ReturnType<typeof openMessages>
let jobs: ReturnType<typeof messages.jobs>
const mails: Parameters<SendMail>[0][] = []
let isMailDown = false

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const sendMail: SendMail = async (mail) => {
    if (isMailDown) throw new Error('the mail server is down')
    mails.push(mail)
  }
  messages = openMessages(deps, { sendMail })
  app = await openServer(deps)
  messages.routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
  jobs = messages.jobs()
})
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()))
  await app.close()
  await close()
})

const newRequest = () => randomBytes(16).toString('hex')

type Line = { lineId: string; author: string; text: string; about: unknown }
type Chat = {
  hours: { isOpen: boolean }
  greeting: string
  isClosed: boolean
  lines: Line[]
  nextCursor: string | null
  readUpTo: string | null
  unread: number
  isTyping: boolean
}

async function call<T>(playerId: number, key: string, body?: object) {
  const [method, url = ''] = key.split(' ')
  const answer = await app.inject({
    method: method as 'GET' | 'POST',
    url: `/api/app/${url}`,
    headers: { authorization: String(playerId), lang: 'pt_BR' },
    ...(body === undefined ? {} : { payload: body }),
  })
  const { data } = answer.json<{ data: T & { code?: string } }>()
  return { http: answer.statusCode, data }
}
const say = (playerId: number, text: string, more: object = {}) =>
  call<Line>(playerId, 'POST support/say', { requestId: newRequest(), text, ...more })
const chatOf = async (playerId: number, cursor = '') =>
  (await call<Chat>(playerId, `GET support/chat${cursor && `?cursor=${cursor}`}`)).data
const waiting = () =>
  readThreads(messages.support, { status: 'waiting', owner: 'anybody', cursor: undefined })
const threadOf = async (playerId: number) => {
  for (const status of ['waiting', 'answered', 'closed'] as const) {
    const { items } = await readThreads(messages.support, { status, owner: 'anybody', cursor: undefined })
    const found = items.find((thread) => thread.playerId === playerId)
    if (found) return { ...found, id: messages.support.ids.threads.read(found.threadId), status }
  }
  throw new Error(`player ${playerId} has no chat`)
}
const answer = async (playerId: number, text: string, requestId = newRequest()) => {
  const { id } = await threadOf(playerId)
  return deps.db.begin((tx) => answerThread(tx, { threadId: id, operatorId: null, requestId, text }))
}

test('a player asks, the house answers, and each sees what the other has read', async () => {
  expect(await chatOf(1)).toMatchObject({ lines: [], isClosed: true, unread: 0, readUpTo: null })
  await say(1, '  Onde está meu saque?  ')
  const thread = await threadOf(1)
  expect(thread).toMatchObject({ status: 'waiting', lastText: 'Onde está meu saque?', isClosed: false })
  await deps.db.begin((tx) => markThreadRead(tx, thread.id))
  const asked = await chatOf(1)
  expect(asked.readUpTo).toBe(asked.lines[0]?.lineId)
  await answer(1, 'Já foi pago.')
  expect((await threadOf(1)).status).toBe('answered')
  const answered = await chatOf(1)
  expect(answered.lines.map(({ author, text }) => `${author}: ${text}`)).toEqual([
    'player: Onde está meu saque?',
    'operator: Já foi pago.',
  ])
  expect(answered.unread).toBe(1)
  const lineId = answered.lines.at(-1)?.lineId
  await call(1, 'POST support/read', { lineId })
  expect((await chatOf(1)).unread).toBe(0)
  const seen = await readThread(messages.support, { threadId: thread.threadId, cursor: undefined })
  expect(seen?.readUpTo).toBe(lineId)
})

test('unread answers add one message to the centre, marked as read once the chat is read', async () => {
  await say(2, 'Oi')
  await answer(2, 'Olá')
  await answer(2, 'Como posso ajudar?')
  type Page = { items: { title: string; link: string; isRead: boolean }[] }
  const list = async () => (await call<Page>(2, 'GET messages/list')).data.items
  expect(await list()).toMatchObject([
    { title: 'O atendimento respondeu', link: '/ajuda?chat=1', isRead: false },
  ])
  await call(2, 'POST support/read', { lineId: (await chatOf(2)).lines.at(-1)?.lineId })
  expect((await list()).every(({ isRead }) => isRead)).toBe(true)
  await answer(2, 'Mais uma coisa')
  expect(await list()).toHaveLength(2)
})

test('a line sent 200 times is stored once, and so is an answer', async () => {
  const request = { requestId: newRequest(), text: 'Uma vez só' }
  const sent = await Promise.all(
    Array.from({ length: 200 }, () => call<Line>(3, 'POST support/say', request)),
  )
  const said = sent.filter(({ http }) => http === 200)
  expect(said.length).toBeGreaterThan(0)
  expect(new Set(said.map(({ data }) => data.lineId)).size).toBe(1)
  expect((await chatOf(3)).lines).toHaveLength(1)
  const requestId = newRequest()
  await Promise.all(Array.from({ length: 20 }, () => answer(3, 'Também uma vez', requestId)))
  expect((await chatOf(3)).lines).toHaveLength(2)
  expect((await call(3, 'POST support/say', { ...request, text: 'Outra' })).data.code).toBe(
    'request_mismatch',
  )
})

test('two lines at once open one chat', async () => {
  await Promise.all([say(4, 'a'), say(4, 'b'), say(4, 'c')])
  const { items } = await waiting()
  expect(items.filter(({ playerId }) => playerId === 4)).toHaveLength(1)
  expect((await chatOf(4)).lines).toHaveLength(3)
})

test('a player who writes too much is rate-limited, and nobody else is', async () => {
  const answers = []
  for (let lines = 0; lines < 25; lines += 1) answers.push(await say(5, `linha ${lines}`))
  expect(answers.map(({ data }) => data.code).filter(Boolean)).toEqual(
    Array.from({ length: 5 }, () => 'too_many_requests'),
  )
  expect((await say(6, 'Oi')).http).toBe(200)
})

test("attaches the player's own bet or payment to a line, and refuses those of others", async () => {
  const id = newRequest()
  await deps.db`
    insert into cashier_order (id, pay_no, charge_ref, player_id, package_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
                               later_bonus_grant_cents, main_times, bonus_times, status, expires_at, credited_at)
    select ${id}, ${id}, ${id}, 7, id, 100, false, 0, 0, 1, 2, 'credited', now(), now() from cashier_package limit 1`
  const about = { kind: 'payment', id }
  expect((await say(8, 'Meu?', { about })).data.code).toBe('not_found')
  expect((await say(7, 'Este aqui', { about })).data.about).toEqual(about)
  const bet = { kind: 'bet', id: '0123456789ABC' }
  expect((await say(7, 'E esta?', { about: bet })).data.code).toBe('not_found')
})

test('refuses an empty line, one as long as a book, and an unknown kind of subject', async () => {
  for (const body of [
    { text: '  ' },
    { text: 'x'.repeat(2001) },
    { text: 'a', about: { kind: 'house', id: '1' } },
  ])
    expect((await call(9, 'POST support/say', { requestId: newRequest(), ...body })).http).toBe(400)
})

test('both sides see for a few seconds that the other is writing', async () => {
  await say(10, 'Oi')
  const { id, threadId } = await threadOf(10)
  await call(10, 'POST support/typing')
  expect((await readThread(messages.support, { threadId, cursor: undefined }))?.isTyping).toBe(true)
  await deps.db.begin((tx) => typeInThread(tx, id))
  expect((await chatOf(10)).isTyping).toBe(true)
  await answer(10, 'Pronto')
  expect((await chatOf(10)).isTyping).toBe(false)
})

test('a closed chat accepts no answer; the next line opens another that shows both', async () => {
  await say(11, 'Primeira')
  const { id } = await threadOf(11)
  await deps.db.begin((tx) => endThread(tx, { threadId: id, operatorId: 1 }))
  expect((await chatOf(11)).isClosed).toBe(true)
  expect(await answer(11, 'Tarde demais')).toMatchObject({ refusal: { code: 'thread_closed' } })
  await say(11, 'Segunda')
  expect((await threadOf(11)).id).not.toBe(id)
  expect((await chatOf(11)).lines.map(({ text }) => text)).toEqual(['Primeira', 'Segunda'])
})

test('mails a transcript on request, even if the mail server was down at first', async () => {
  const [registered] = await registerPlayers(deps, [
    {
      email: 'ana@palpite.example',
      passwordHash: 'none',
      phone: '+5511987654321',
      isTest: false,
      ip: '10.0.0.1',
    },
  ])
  if (!registered?.ok) throw new Error('nobody was registered')
  const { playerId } = registered.value
  await say(playerId, 'Guarde isto')
  isMailDown = true
  await call(playerId, 'POST support/close', { mailTranscript: true })
  const tries = async () => {
    const [row] = await deps.db<{ tries: number }[]>`
      select mail_tries as tries from messages_thread where player_id = ${playerId}`
    return row?.tries
  }
  await expect.poll(tries).toBe(1)
  isMailDown = false
  await deps.db`update messages_thread set next_mail_at = now() where player_id = ${playerId}`
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: 'ana@palpite.example', subject: 'Sua conversa com o Palpite' })
  expect(mails[0]?.text).toContain('Guarde isto')
})

test('a long chat can be paged through, each line once', async () => {
  await say(12, 'Oi')
  const { id } = await threadOf(12)
  await deps.db`
    insert into messages_line (thread_id, player_id, author, text, request_id)
    select ${id}, 12, 'player', 'linha ' || n, 'many-' || n from generate_series(1, 199) n`
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Chat = await chatOf(12, cursor)
    seen.unshift(...page.lines.map(({ lineId }) => lineId))
    cursor = page.nextCursor
  }
  expect(new Set(seen).size).toBe(200)
})

test('shows the configured channels; none is there by default', async () => {
  expect((await call(13, 'GET support/channels')).data).toMatchObject({
    hours: { isOpen: true },
    messagingLink: null,
    socialLink: null,
    email: null,
    provider: null,
  })
})

test.each([
  { beside: 'a sandbox', env: 'development', page: 'http://localhost:3001/social' },
  { beside: 'a sandbox in production', env: 'production', page: null },
] as const)('2.57 in $beside the social-media page is $page while none is set', async ({ env, page }) => {
  const config = { ...deps.config, NODE_ENV: env, SANDBOX_URL: 'http://localhost:3001' }
  const other = await openServer(deps)
  openMessages({ ...deps, config }, { sendMail: async () => undefined }).routes({
    app: other,
    authenticate: async () => undefined,
    admit: async () => true,
  })
  const answer = await other.inject({ url: '/api/app/support/channels' })
  expect(answer.json()).toMatchObject({ data: { socialLink: page, messagingLink: null } })
  await other.close()
})

test('attaches a re-encoded photo to a line, visible only to its player and the house', async () => {
  const [playerId, stranger] = [811, 812]
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const picture = png.toString('base64')
  const { data: line } = await say(playerId, 'O comprovante', { picture })
  expect(line).toMatchObject({ hasPicture: true })
  expect((await chatOf(playerId)).lines).toMatchObject([{ lineId: line.lineId, hasPicture: true }])
  const asked = (by: number) =>
    app.inject({ url: `/api/app/support/picture/${line.lineId}`, headers: { authorization: String(by) } })
  const answer = await asked(playerId)
  expect(answer.headers['content-type']).toBe('image/webp')
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
  expect((await asked(stranger)).statusCode).toBe(404)
  expect(
    (await say(stranger, 'Isto', { picture: Buffer.from('no picture').toString('base64') })).data,
  ).toMatchObject({
    code: 'not_a_picture',
  })
  expect((await chatOf(stranger)).lines).toEqual([])
  expect((await say(stranger, 'Isto', { picture: 'A'.repeat(2_100_000) })).http).toBe(400)
})

test('31.3 a picture waits its turn; above the queue limit the answer is busy, and a retry succeeds', async () => {
  const playerId = 821
  const picture = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
  ).toString('base64')
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  const { atOnce, waiting: mayWait } = costlyWork.picture
  const others = Array.from({ length: atOnce + mayWait }, (_none, at) =>
    messages.support.pictureInTurn(`another ${at}`, () => held),
  )
  expect(await say(playerId, 'O comprovante', { picture })).toMatchObject({
    http: 503,
    data: { code: 'busy' },
  })
  expect((await say(playerId, 'Sem foto')).http).toBe(200)
  free()
  await Promise.all(others)
  expect((await say(playerId, 'O comprovante', { picture })).data).toMatchObject({ hasPicture: true })
  expect((await chatOf(playerId)).lines).toHaveLength(2)
})
