import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { openIdentity, openSessions, registerPlayers, type SendMail } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openServer } from '../../platform/http/server.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok } from '../../platform/result.ts'
import { countActivity, impedimentChanged } from '../../protection/index.ts'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import { writeMessages } from '../centre/messages.ts'
import { keepReaderLang, openMessages } from '../index.ts'
import { deliverMails, deliverPushes, pushKeyOf } from './delivery.ts'

let deps: Deps
let close: () => Promise<void>
let app: Awaited<ReturnType<typeof openServer>>
let readers: ReturnType<ReturnType<typeof openMessages>['readers']>
let playerId = 0
let email = ''
let token = ''
const key = 'oVHXO4iwjtnmJbJh1kMQLIS_oCV2gqLvh_1nEXbZdiY'
const noon = new Date('2026-03-02T12:00:00-03:00')
const night = new Date('2026-03-02T23:00:00-03:00')
const down = () => Promise.reject(Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' }))

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  deps = { ...deps, config: { ...deps.config, WEB_PUSH_KEY: key } }
  const messages = openMessages(deps)
  app = await openServer(deps)
  const identity = openIdentity(deps, {
    sessionTimes: undefined,
    countActivity,
    mayRegister: () => ok(null),
    mayIdentify: async () => ok({ birthDate: null }),
    readBarred: async () => new Set(),
    signedIn: () => undefined,
    sendMail: down,
  })
  const api = { app, authenticate: identity.authenticate, admit: async () => true }
  identity.routes(api)
  messages.routes(api)
  readers = messages.readers() // each test delivers when it wants
})
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.stop()))
  await app.close()
  await close()
})
beforeEach(async () => {
  email = `p${deps.random.hex(8)}@example.com`
  const player = {
    email,
    passwordHash: 'none',
    phone: null,
    ip: '10.0.0.1',
  }
  const [answer] = await registerPlayers(deps, [{ ...player, isTest: false }])
  if (!answer?.ok) throw new Error('a player was not registered')
  ;({ playerId } = answer.value)
  token = await signIn()
})

/** Opens a session of the player on another device; answers its token. */
const signIn = async (): Promise<string> => {
  const [opened] = await openSessions(deps, [{ playerId, ip: '10.0.0.1', device: testDevice }])
  if (!opened) throw new Error('no session was opened')
  return opened.token
}
const call = async (method: 'GET' | 'POST', name: string, payload?: object, as = token) => {
  const headers = { authorization: as, lang: 'pt_BR' }
  const url = name.startsWith('/') ? name : `/api/app/messages/${name}`
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { http: answer.statusCode, data: answer.json<{ data: Record<string, unknown> }>().data }
}
const wish = (kind: string, ways: { centre?: boolean; mail?: boolean; push?: boolean }) => ({
  kind,
  centre: true,
  mail: false,
  push: false,
  ...ways,
})
const prefer = (...kinds: object[]) =>
  call('POST', 'preferences', { kinds, quiet: { fromMinute: 1320, toMinute: 480 } })
const target = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: `B${'c'.repeat(86)}`,
  auth: 'd'.repeat(22),
})
const report = (kind: 'bonus' | 'cashier', source: string) =>
  deps.db.begin((tx) =>
    writeMessages(tx, [
      {
        playerId,
        kind,
        textKey: 'message.topup.credited',
        values: { amountCents: 1_000 },
        link: '/conta',
        source,
      },
    ]),
  )
const waiting = async () =>
  (
    await deps.db<{ way: string }[]>`
    select way from messages_delivery join messages_message on id = message_id
     where player_id = ${playerId} order by way, message_id`.then((rows) => rows)
  ).map(({ way }) => way)
/** Moves the next attempt forward to now. */
const laterOn = () => ownerOf(deps.db)`update messages_delivery set next_try_at = now()`

test('a player gets the mails they chose, once, even if the mail server was down at first', async () => {
  expect((await prefer(wish('cashier', { mail: true }))).http).toBe(200)
  await report('bonus', 'not chosen')
  await report('cashier', 'chosen')
  await expect.poll(waiting).toEqual(['mail'])
  await laterOn()
  await deliverMails(deps, down)
  expect(await waiting()).toEqual(['mail'])
  const mails: Parameters<SendMail>[0][] = []
  const send: SendMail = async (mail) => void mails.push(mail)
  await laterOn()
  await Promise.all([deliverMails(deps, send), deliverMails(deps, send)])
  await laterOn()
  await deliverMails(deps, send)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Depósito confirmado')
  expect(mails[0]?.text).toContain(`${deps.config.publicUrl}/conta`)
  expect(await waiting()).toEqual([])
})

test('at most thirty mails an hour leave of a kind that comes in floods, even if the player removes messages; other kinds are not affected', async () => {
  await prefer(wish('bonus', { mail: true }), wish('cashier', { mail: true }))
  const mails = async (kind: string) => {
    const [row] = await deps.db<{ count: number }[]>`
      select count(*)::int as count from messages_delivery join messages_message on id = message_id
       where player_id = ${playerId} and kind = ${kind}`
    return row?.count
  }
  for (let at = 0; at < 20; at += 1) await report('bonus', `flood ${at}`)
  await expect.poll(() => mails('bonus')).toBe(20)
  await deps.db`delete from messages_message where player_id = ${playerId}`
  for (let at = 20; at < 40; at += 1) await report('bonus', `flood ${at}`)
  await report('cashier', 'money')
  await expect.poll(() => mails('cashier')).toBe(1)
  expect(await mails('bonus')).toBe(10)
  await deps.db`delete from messages_delivery`
})

test('a repeated undo and redo counts once among the thirty of an hour, and so does a message with two deliveries', async () => {
  await prefer(wish('bonus', { mail: true, push: true }))
  const flood = (from: number) =>
    deps.db.begin((tx) =>
      writeMessages(
        tx,
        Array.from({ length: 20 }, (_none, at) => ({
          playerId,
          kind: 'bonus' as const,
          textKey: 'message.topup.credited' as const,
          values: { amountCents: 1_000 },
          link: '/conta',
          source: `again ${from + at}`,
        })),
      ),
    )
  const owner = ownerOf(deps.db)
  await owner`create sequence undone_once`
  await owner`
    create function undo_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('undone_once') = 1 then raise exception 'again' using errcode = 'serialization_failure'; end if;
      return null;
    end $$`
  await owner`
    create constraint trigger undone_once after insert on messages_delivery
      deferrable initially deferred for each row execute function undo_once()`
  await flood(0)
  await expect.poll(async () => (await waiting()).length).toBe(40)
  const [row] = await owner<{ runs: number }[]>`select last_value::int as runs from undone_once`
  expect(row?.runs).toBe(41)
  await flood(20)
  await expect.poll(async () => (await waiting()).length).toBe(60)
  await owner`drop trigger undone_once on messages_delivery`
  await deps.db`delete from messages_delivery`
})

test('during a break nothing about gifts is mailed or pushed, but messages about money are', async () => {
  await prefer(wish('bonus', { mail: true, push: true }), wish('cashier', { mail: true }))
  await call('POST', 'subscribe', target('on-a-break'))
  await report('bonus', 'a gift of before')
  await report('cashier', 'money')
  await expect.poll(waiting).toEqual(['mail', 'mail', 'push'])
  await takeTestBreak(deps, playerId)
  const mails: Parameters<SendMail>[0][] = []
  const pushes: unknown[] = []
  await laterOn()
  await deliverMails(deps, async (mail) => void mails.push(mail))
  await deliverPushes(
    deps,
    async (pushed) => {
      pushes.push(pushed)
      return 'sent'
    },
    noon,
  )
  expect(mails).toHaveLength(1)
  expect(pushes).toEqual([])
  expect(await waiting()).toEqual([])
})

/**
 * The subjects of this player's mails, until nothing waits and this one is among them: the failing job may have
 * claimed it a moment before.
 */
const mailedUntil = async (awaited: string): Promise<string[]> => {
  const subjects: string[] = []
  const send: SendMail = async ({ to, subject }) => void (to === email && subjects.push(subject))
  await expect
    .poll(async () => {
      await laterOn()
      await deliverMails(deps, send)
      return subjects.includes(awaited) && (await waiting()).length === 0
    })
    .toBe(true)
  return subjects
}
const titles = async () =>
  ((await call('GET', 'list')).data['items'] as { title: string }[]).map(({ title }) => title)

test.each([
  { said: 'has no preferences', prefers: undefined, lang: 'en', subject: 'Self-exclusion' },
  { said: 'wants no mail', prefers: { mail: false, push: false }, lang: 'en', subject: 'Autoexclusão' },
  { said: 'wants mails', prefers: { mail: true }, lang: 'pt-BR', subject: 'Autoexclusão' },
] as const)(
  'a player who $said is mailed their self-exclusion once, even if it was read in the app',
  async ({ prefers, lang, subject }) => {
    if (prefers) await prefer(wish('system', prefers))
    await takeTestBreak(deps, playerId, 'exclusion', lang)
    await expect.poll(titles).toContain('Autoexclusão')
    await call('POST', 'readAll', {})
    const mailed = await mailedUntil(subject)
    expect(mailed.filter((each) => each === subject)).toHaveLength(1)
  },
)

test('a player whom the national register names gets a mail, even without any preference set', async () => {
  await deps.db.begin((tx) => writeEvents(tx, impedimentChanged, [{ playerId, isImpeded: true }]))
  expect(await mailedUntil('Registro nacional')).toEqual(['Registro nacional'])
})

test('a player whose account is suspended gets a mail, even without any preference set', async () => {
  await takeTestBreak(deps, playerId, 'suspended')
  expect(await mailedUntil('Conta suspensa')).toEqual(['Conta suspensa'])
})

test('a time-out is mailed only by preference', async () => {
  await takeTestBreak(deps, playerId)
  await takeTestBreak(deps, playerId, 'exclusion')
  expect(await mailedUntil('Autoexclusão')).toEqual(['Autoexclusão'])
})

test('after a change of language the next mail uses it', async () => {
  await prefer(wish('cashier', { mail: true }))
  const mails: Parameters<SendMail>[0][] = []
  const mailed = async (source: string) => {
    await report('cashier', source)
    await expect.poll(waiting).toEqual(['mail'])
    await laterOn()
    await deliverMails(deps, async (mail) => void mails.push(mail))
  }
  await mailed('first')
  await keepReaderLang(deps.db, playerId, 'en')
  await mailed('second')
  expect(mails.map(({ subject }) => subject)).toEqual(['Depósito confirmado', 'Deposit credited'])
})

test('pushes wait in the quiet hours, then reach every browser once; a browser that is gone is removed', async () => {
  await prefer(wish('cashier', { push: true }))
  for (const name of ['phone', 'laptop', 'lost'])
    expect((await call('POST', 'subscribe', target(name))).http).toBe(200)
  await report('cashier', 'pushed')
  await expect.poll(waiting).toEqual(['push'])
  const sent: string[] = []
  const send = async ({ endpoint }: { endpoint: string }, payload: string) => {
    sent.push(`${endpoint.split('/').at(-1)} ${(JSON.parse(payload) as { title: string }).title}`)
    return endpoint.endsWith('lost') ? ('gone' as const) : ('sent' as const)
  }
  await laterOn()
  await deliverPushes(deps, send, night)
  expect(sent).toEqual([])
  await deliverPushes(deps, send, noon) // postponed to the morning: not due yet
  expect(sent).toEqual([])
  await laterOn()
  await deliverPushes(deps, send, noon)
  expect(sent.sort()).toEqual(['laptop', 'lost', 'phone'].map((name) => `${name} Depósito confirmado`))
  expect(await waiting()).toEqual([])
  const { data } = await call('GET', 'preferences')
  expect(data).toMatchObject({ browsers: 2, pushKey: pushKeyOf({ WEB_PUSH_KEY: key }) })
  await call('POST', 'unsubscribe', { endpoint: target('phone').endpoint })
  expect((await call('GET', 'preferences')).data['browsers']).toBe(1)
})

test('a message that was read in the app is neither mailed nor pushed any more', async () => {
  await prefer(wish('cashier', { mail: true }))
  await report('cashier', 'read')
  await expect.poll(waiting).toEqual(['mail'])
  await call('POST', 'readAll', {})
  await laterOn()
  await deliverMails(deps, () => Promise.reject(new Error('nothing is to be mailed')))
  expect(await waiting()).toEqual([])
})

test('a kind that a player has turned off is neither listed nor counted; money always is', async () => {
  await prefer(wish('bonus', { centre: false }), wish('cashier', { centre: false }))
  await report('bonus', 'unwanted')
  await report('cashier', 'money')
  const { data } = await call('GET', 'list')
  expect((data['items'] as { kind: string }[]).map(({ kind }) => kind)).not.toContain('bonus')
  expect((await call('GET', 'unread')).data).toMatchObject({ bonus: 0, cashier: 1 })
})

test('an address that is no push service is refused; an eleventh browser replaces the oldest', async () => {
  const elsewhere = { ...target('a'), endpoint: 'https://10.0.0.1/steal' }
  expect((await call('POST', 'subscribe', elsewhere)).http).toBe(400)
  for (let at = 0; at < 11; at += 1) await call('POST', 'subscribe', target(`browser-${at}`))
  expect((await call('GET', 'preferences')).data['browsers']).toBe(10)
})

/** Delivers the due pushes, and answers the browsers that got them. */
const pushed = async (source: string): Promise<string[]> => {
  await report('cashier', source)
  await expect.poll(waiting).toEqual(['push'])
  const sent: string[] = []
  await laterOn()
  await deliverPushes(
    deps,
    async ({ endpoint }) => {
      sent.push(endpoint.split('/').at(-1) ?? '')
      return 'sent'
    },
    noon,
  )
  await deps.db`delete from messages_delivery`
  return sent.sort()
}
const browsers = async () => (await call('GET', 'preferences')).data['browsers']

test('a browser whose session ended gets no more pushes', async () => {
  await prefer(wish('cashier', { push: true }))
  const phone = await signIn()
  const shared = await signIn()
  await call('POST', 'subscribe', target('laptop'))
  await call('POST', 'subscribe', target('phone'), phone)
  await call('POST', 'subscribe', target('shared'), shared)
  expect(await pushed('all')).toEqual(['laptop', 'phone', 'shared'])
  expect((await call('POST', '/api/auth/user/restLogout', {}, phone)).http).toBe(200)
  await expect.poll(browsers).toBe(2)
  expect(await pushed('after a log-out')).toEqual(['laptop', 'shared'])
  const { sessions } = (await call('GET', '/api/app/user/sessions')).data as { sessions: { key: string }[] }
  await call('POST', '/api/app/user/endSession', { key: sessions[0]?.key }, shared)
  await expect.poll(browsers).toBe(1)
})

test('a browser stored without a session is removed by any log-out of its player', async () => {
  const phone = await signIn()
  await call('POST', 'subscribe', target('of-old'))
  expect(await browsers()).toBe(1)
  await deps.db`update messages_push_target set session_id = null where player_id = ${playerId}`
  await call('POST', '/api/auth/user/restLogout', {}, phone)
  await expect.poll(browsers).toBe(0)
})

test('a browser that continues in another session stays when the first one ends', async () => {
  const first = await signIn()
  await call('POST', 'subscribe', target('phone'), first)
  await call('POST', 'subscribe', target('phone'))
  await call('POST', 'subscribe', target('laptop'), first)
  await call('POST', '/api/auth/user/restLogout', {}, first)
  await expect.poll(browsers).toBe(1)
})

test('a session that ends while it subscribes leaves no browser behind', async () => {
  const phone = await signIn()
  const [, subscribed] = await Promise.all([
    call('POST', '/api/auth/user/restLogout', {}, phone),
    call('POST', 'subscribe', target('phone'), phone),
  ])
  expect([200, 401]).toContain(subscribed.http)
  await expect.poll(browsers).toBe(0)
})
