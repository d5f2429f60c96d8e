import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/crypto.ts'
import { codeOf, openIdentityHarness } from '../testing/identity-harness.ts'
import { identitySettings } from '../settings.ts'
import { openCaptchas, soundCaptcha, soundSolution } from './captchas.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const attempt = (codeId: string, captCode: string, ip = '10.0.0.1') =>
  harness.post('/api/auth/user/restLogin', { username: 'no@example.com', pwd: 'x', codeId, captCode }, { ip })

/** Requests the audio of a captcha, and its solution. */
const sound = async (codeId: string, remoteAddress = '10.0.0.1') => {
  const answer = await harness.app.inject({ url: `/api/auth/user/captcha/${codeId}/sound`, remoteAddress })
  const [row] = await harness.deps.db<{ solution: string }[]>`
    select solution from identity_captcha where code_id = ${Number(codeId)} and ip = ${remoteAddress}`
  return { answer, captCode: row?.solution ?? '' }
}

const RATE = 8000
/** Silence that ends a beep, and silence that ends a group. */
const BEEP_ENDS_SECONDS = 0.08
const GROUP_ENDS_SECONDS = 0.6

/** Counts the beeps of each group by loudness, as a listener would. */
function counted(wav: Buffer): string {
  const loudAt = [...wav.subarray(44).entries()].filter(([, sample]) => Math.abs(sample - 128) > 40)
  const groups: number[] = []
  let before = -Infinity
  for (const [at] of loudAt) {
    const quiet = (at - before) / RATE
    if (quiet > GROUP_ENDS_SECONDS) groups.push(1)
    else if (quiet > BEEP_ENDS_SECONDS) groups.push((groups.pop() ?? 0) + 1)
    before = at
  }
  return groups.join('')
}

describe('an audio captcha', () => {
  test('has as many beeps in each group as its answer’s digits', () => {
    for (let times = 0; times < 30; times += 1) {
      const solution = soundSolution(systemRandom)
      expect(solution).toMatch(/^[1-5]{6}$/)
      expect(counted(soundCaptcha(solution, systemRandom))).toBe(solution)
    }
  })
  test('sounds different each time, and lasts less than half a minute', () => {
    const one = soundCaptcha('555555', systemRandom)
    expect(one.equals(soundCaptcha('555555', systemRandom))).toBe(false)
    expect(one.length / RATE).toBeLessThan(30)
  })
  test('is a WAV outside the envelope, cached by no proxy, with the length in its header', async () => {
    const { answer } = await sound('7001')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('audio/wav')
    expect(answer.headers['cache-control']).toBe('no-store')
    const wav = answer.rawPayload
    expect(wav.subarray(0, 4).toString() + wav.subarray(8, 12).toString()).toBe('RIFFWAVE')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  })
  test('accepts the right count once, with or without blanks, from the same address', async () => {
    const { captCode } = await sound('7002')
    expect(codeOf(await attempt('7002', captCode, '10.9.9.9'))).toBe('wrong_captcha')
    expect(codeOf(await attempt('7002', captCode.split('').join(' ')))).toBe('wrong_credentials')
    expect(codeOf(await attempt('7002', captCode))).toBe('wrong_captcha')
  })
  test('replaces the picture of the same id, so that one captcha has one answer', async () => {
    const { codeId, captCode } = await harness.captcha()
    const heard = await sound(codeId)
    expect(codeOf(await attempt(codeId, captCode))).toBe('wrong_captcha')
    expect(codeOf(await attempt(codeId, heard.captCode))).toBe('wrong_captcha') // used up by the wrong answer
  })
  test('shares its rate limit per address with pictures', async () => {
    const settings = { ...identitySettings.captcha, drawn: { max: 2, seconds: 60 } }
    const few = openCaptchas(harness.deps, settings)
    expect((await few.draw({ codeId: '7101', ip: '10.4.4.4' })).ok).toBe(true)
    expect((await few.sound({ codeId: '7102', ip: '10.4.4.4' })).ok).toBe(true)
    for (const kind of ['draw', 'sound'] as const) {
      expect(await few[kind]({ codeId: '7103', ip: '10.4.4.4' })).toMatchObject({
        refusal: { code: 'too_many_requests' },
      })
    }
  })
})
