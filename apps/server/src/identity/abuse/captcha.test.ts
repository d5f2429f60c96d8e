import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/crypto.ts'
import { sweepMinutes } from '../jobs.ts'
import { codeOf, openIdentityHarness } from '../testing/identity-harness.ts'
import { openCaptchas, drawCaptcha, glyphs } from './captchas.ts'
import { identitySettings } from '../settings.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const attempt = (codeId: string | number, captCode: string, ip = '10.0.0.1') =>
  harness.post('/api/auth/user/restLogin', { username: 'no@example.com', pwd: 'x', codeId, captCode }, { ip })

describe('a drawn captcha', () => {
  test('is a PNG outside the envelope, cached by no proxy', async () => {
    const { drawn } = await harness.captcha()
    expect(drawn.statusCode).toBe(200)
    expect(drawn.headers['content-type']).toBe('image/png')
    expect(drawn.headers['cache-control']).toBe('no-store')
    expect(drawn.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  })
  test('shows distinguishable characters, and can draw each of them', async () => {
    for (const character of glyphs.keys()) expect('0O1I2Z5S6G8BUVDQ').not.toContain(character)
    const picture = await drawCaptcha([...glyphs.keys()].slice(0, 20).join(''), systemRandom)
    expect(picture.length).toBeGreaterThan(2000)
  })
  test('looks different each time for the same text', async () => {
    const one = await drawCaptcha('ACE34', systemRandom)
    expect(one.equals(await drawCaptcha('ACE34', systemRandom))).toBe(false)
  })
})

describe('the answer to a captcha', () => {
  test('is accepted in upper or lower case', async () => {
    const { codeId, captCode } = await harness.captcha()
    expect(codeOf(await attempt(codeId, ` ${captCode.toLowerCase()} `))).toBe('wrong_credentials')
  })
  test('accepts a numeric id and the same id as digits', async () => {
    const { codeId, captCode } = await harness.captcha()
    expect(codeOf(await attempt(Number(codeId), captCode))).toBe('wrong_credentials')
  })
  test.each([100_000_000, '100000000', -1, 1.5, 'x'])(
    '9.19 with the id %j is an invalid request',
    async (codeId) => {
      const answer = await attempt(codeId, 'ACE34')
      expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([400, { data: { field: 'codeId' } }])
    },
  )
  test('a captcha cannot be reused, even after a right answer', async () => {
    const { codeId, captCode } = await harness.captcha()
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_credentials')
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_captcha')
  })
  test('a wrong answer uses the captcha up', async () => {
    const { codeId, captCode } = await harness.captcha()
    expect(codeOf(await attempt(codeId, 'WRONG'))).toBe('wrong_captcha')
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_captcha')
  })
  test('is accepted only from the address it was drawn for', async () => {
    const { codeId, captCode } = await harness.captcha('10.0.0.1')
    expect(codeOf(await attempt(codeId, captCode, '10.9.9.9'))).toBe('wrong_captcha')
    expect(codeOf(await attempt(codeId, captCode, '10.0.0.1'))).toBe('wrong_credentials')
  })
  test('S7: is valid only for its purpose, and used up by another; one without a purpose passes once', async () => {
    const drawnFor = { codeId: '880', ip: '10.0.0.1' }
    const captchas = openCaptchas(harness.deps, identitySettings.captcha)
    const solve = async (purpose: 'login' | 'register') => {
      const [row] = await harness.deps.db<{ solution: string }[]>`
        select solution from identity_captcha where code_id = 880 and ip = '10.0.0.1'`
      return captchas.solve({ ...drawnFor, captCode: row?.solution ?? '' }, purpose)
    }
    await captchas.draw({ ...drawnFor, purpose: 'register' })
    expect([await solve('login'), await solve('register')]).toEqual([false, false])
    await captchas.sound({ ...drawnFor, purpose: 'register' })
    expect([await solve('register'), await solve('register')]).toEqual([true, false])
    await captchas.draw(drawnFor)
    expect([await solve('login'), await solve('login')]).toEqual([true, false])
    const asked = await harness.app.inject({ url: '/api/auth/user/captcha/881?purpose=register' })
    const rows = await harness.deps.db`select purpose from identity_captcha where code_id = 881`
    expect([asked.statusCode, rows]).toEqual([200, [{ purpose: 'register' }]])
  })
  test('expires after two minutes', async () => {
    const { codeId, captCode } = await harness.captcha()
    const [row] = await harness.deps.db<{ seconds: number }[]>`
      select extract(epoch from expires_at - now())::int as seconds from identity_captcha
       where code_id = ${Number(codeId)}`
    expect(row?.seconds).toBeGreaterThan(110)
    expect(row?.seconds).toBeLessThanOrEqual(120)
    await harness.deps.db`update identity_captcha set expires_at = now() where code_id = ${Number(codeId)}`
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_captcha')
  })
  test('is wrong for a captcha never drawn, or drawn again since', async () => {
    expect(codeOf(await attempt('99999999', 'ACE34'))).toBe('wrong_captcha')
    const { codeId, captCode } = await harness.captcha()
    await harness.deps.db`update identity_captcha set solution = 'AAAAA' where code_id = ${Number(codeId)}`
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_captcha')
  })
  test('of 200 concurrent answers accepts one', async () => {
    const { codeId, captCode } = await harness.captcha()
    const captchas = openCaptchas(harness.deps, identitySettings.captcha)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => captchas.solve({ codeId, captCode, ip: '10.0.0.1' }, 'login')),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })
})

describe('captchas', () => {
  test('are limited per minute and address', async () => {
    const few = openCaptchas(harness.deps, { ...identitySettings.captcha, drawn: { max: 2, seconds: 60 } })
    expect((await few.draw({ codeId: '1', ip: '10.1.1.1' })).ok).toBe(true)
    expect((await few.draw({ codeId: '2', ip: '10.1.1.1' })).ok).toBe(true)
    expect(await few.draw({ codeId: '3', ip: '10.1.1.1' })).toMatchObject({
      refusal: { code: 'too_many_requests' },
    })
    expect((await few.draw({ codeId: '3', ip: '10.1.1.2' })).ok).toBe(true)
  })
  test('are swept if unanswered', async () => {
    const { codeId } = await harness.captcha()
    await harness.deps.db`update identity_captcha set expires_at = now() where code_id = ${Number(codeId)}`
    await sweepMinutes({ deps: harness.deps })
    const rows = await harness.deps.db`select code_id from identity_captcha where code_id = ${Number(codeId)}`
    expect(rows).toHaveLength(0)
  })
})

describe('beside a sandbox', () => {
  let sandbox: Server
  const reported: { method: string; url: string; authorization: string; body: string }[] = []
  beforeAll(async () => {
    sandbox = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        reported.push({ method, url, authorization: headers.authorization ?? '', body })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => sandbox.close(resolve)))
  const houseWith = (url: string | undefined) => ({
    ...harness.deps,
    config: {
      ...harness.deps.config,
      PIX_CLIENT_SECRET: 'secret-of-both',
      ...(url ? { SANDBOX_URL: url } : {}),
    },
  })

  test('sends the solution of a captcha to the sandbox', async () => {
    const url = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`
    await openCaptchas(houseWith(url), identitySettings.captcha).draw({ codeId: '77', ip: '10.2.2.2' })
    const [row] = await harness.deps.db<{ solution: string }[]>`
      select solution from identity_captcha where code_id = 77 and ip = '10.2.2.2'`
    expect(reported).toEqual([
      {
        method: 'PUT',
        url: '/captcha/77',
        authorization: 'Bearer secret-of-both',
        body: JSON.stringify({ text: row?.solution }),
      },
    ])
  })
  test('sends nothing without a sandbox, and a sandbox that is down does not block the picture', async () => {
    const before = reported.length
    expect(
      (
        await openCaptchas(houseWith(undefined), identitySettings.captcha).draw({
          codeId: '78',
          ip: '10.2.2.2',
        })
      ).ok,
    ).toBe(true)
    const down = houseWith('http://127.0.0.1:9')
    expect(
      (await openCaptchas(down, identitySettings.captcha).draw({ codeId: '79', ip: '10.2.2.2' })).ok,
    ).toBe(true)
    expect(reported).toHaveLength(before)
  })
})
