import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { sweepDays } from '../jobs.ts'
import { openIdentityHarness, openResetHarness } from '../testing/identity-harness.ts'
import { type Mail, openMail } from '../mail.ts'

let harness: Awaited<ReturnType<typeof openResetHarness>>
beforeAll(async () => {
  harness = await openResetHarness()
})
beforeEach(() => harness.forgetTries())
afterAll(() => harness.close())

describe('mailing', () => {
  test('that fails is retried later, with a new code, and given up after five times', async () => {
    await harness.newPlayer('retry@example.com')
    await harness.request('retry@example.com')
    const texts: string[] = []
    const failing = async (mail: Mail) => {
      texts.push(mail.text)
      throw new Error('the mail server is down')
    }
    await harness.mailNow(failing)
    await harness.mailNow(failing) // not due yet
    expect(texts).toHaveLength(1)
    for (let time = 0; time < 6; time += 1) {
      await harness.deps.db`update identity_reset set next_mail_at = now() where email = 'retry@example.com'
                              and next_mail_at is not null`
      await harness.mailNow(failing)
    }
    expect(texts).toHaveLength(5)
    const [row] = await harness.deps.db<{ due: Date | null }[]>`
      select next_mail_at as due from identity_reset where email = 'retry@example.com'`
    expect(row?.due).toBeNull()
  })

  test('to a known player does not wait behind many unknown e-mails', async () => {
    await harness.newPlayer('behind@example.com')
    for (let request = 0; request < 45; request += 1) {
      await harness.deps
        .db`insert into identity_reset (email, lang) values (${`no-${request}@example.com`}, 'en')`
    }
    await harness.request('behind@example.com')
    await harness.mailNow()
    expect(harness.mails.at(-1)?.to).toBe('behind@example.com')
  })

  test('by several servers at once mails each request once', async () => {
    const emails = Array.from({ length: 30 }, (_none, at) => `server-${at}@example.com`)
    for (const email of emails) {
      await harness.newPlayer(email)
      await harness.deps.db`insert into identity_reset (email, lang) values (${email}, 'en')`
    }
    const before = harness.mails.length
    await Promise.all(Array.from({ length: 8 }, () => harness.mailNow()))
    expect(
      harness.mails
        .slice(before)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(emails.sort())
  })

  test('runs by itself', async () => {
    const awake = await openIdentityHarness()
    awake.startJobs()
    await awake.newPlayer('awake@example.com')
    await awake.post('/api/app/main/RESETPWD/sendEmail', { email: 'awake@example.com' })
    await expect.poll(() => awake.mails.length).toBe(1)
    await awake.close()
  })

  test('of a reset a day old is swept', async () => {
    await harness.deps.db`
      insert into identity_reset (email, lang, asked_at) values ('old@example.com', 'en', now() - interval '25 hours')`
    await sweepDays({ deps: harness.deps, settings: identitySettings })
    expect(await harness.deps.db`select id from identity_reset where email = 'old@example.com'`).toHaveLength(
      0,
    )
  })
})

describe('a mail server', () => {
  let server: Server
  const lines: string[] = []
  beforeAll(async () => {
    server = createServer((socket) => {
      let inText = false
      socket.write('220 trial\r\n')
      socket.on('data', (part: Buffer) => {
        for (const line of part.toString().split('\r\n').slice(0, -1)) {
          lines.push(line)
          if (inText) {
            if (line !== '.') continue
            inText = false
            socket.write('250 kept\r\n')
          } else if (line === 'DATA') {
            inText = true
            socket.write('354 go on\r\n')
          } else {
            socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
          }
        }
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('receives the mail over SMTP', async () => {
    const { port } = server.address() as AddressInfo
    const send = openMail({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Palpite <no@palpite.example>' })
    await send({ to: 'maria@example.com', subject: 'Palpite: 123456', text: 'Your code is 123456.' })
    expect(lines).toContain('RCPT TO:<maria@example.com>')
    expect(lines).toContain('Subject: Palpite: 123456')
    expect(lines).toContain('Your code is 123456.')
  })
  test('that is down or not configured is a failure to retry', async () => {
    const away = openMail({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@palpite.example' })
    const mail = { to: 'maria@example.com', subject: 's', text: 't' }
    await expect(away(mail)).rejects.toThrow('ECONNREFUSED')
    await expect(openMail({ SMTP_URL: undefined, MAIL_FROM: 'a' })(mail)).rejects.toThrow('SMTP_URL')
  })
})
