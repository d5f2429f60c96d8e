import { expect, test } from 'vitest'
import { identitySettings, identitySettingsFor } from './settings.ts'
import { openIdentityHarness } from './testing/identity-harness.ts'

const SANDBOX_URL = 'http://127.0.0.1:9'

test('a production server, and one without a sandbox, has the rates of the settings', () => {
  expect(identitySettingsFor({ NODE_ENV: 'production' })).toBe(identitySettings)
  expect(identitySettingsFor({ NODE_ENV: 'production', SANDBOX_URL })).toBe(identitySettings)
  expect(identitySettingsFor({ NODE_ENV: 'development' })).toBe(identitySettings)
})

test('beside a sandbox registrations and captchas have high limits, and guessing does not', () => {
  const { throttles, captcha } = identitySettingsFor({ NODE_ENV: 'development', SANDBOX_URL })
  expect(throttles['register-network'].max).toBeGreaterThanOrEqual(10_000)
  expect(captcha.drawn.max).toBeGreaterThanOrEqual(10_000)
  const {
    register,
    'register-network': _network,
    'register-taken': taken,
    'kyc-network': identified,
    ...others
  } = throttles
  expect(identified.max).toBeGreaterThanOrEqual(10_000)
  expect(register.max).toBeGreaterThanOrEqual(10_000)
  expect(taken.max).toBeGreaterThanOrEqual(10_000) // each counts as taken until it turns out to be new
  expect(identitySettings.throttles).toMatchObject(others)
})

test('beside a sandbox one address draws enough captchas for hundreds of players', async () => {
  const harness = await openIdentityHarness({}, { SANDBOX_URL })
  const draw = (at: number) => harness.app.inject({ url: `/api/auth/user/captcha/${at}` })
  const drawn: number[] = []
  for (let at = 0; at <= identitySettings.captcha.drawn.max; at += 1) drawn.push((await draw(at)).statusCode)
  expect(new Set(drawn)).toEqual(new Set([200]))
  await harness.close()
})
