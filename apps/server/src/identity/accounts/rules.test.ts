import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailOf, invitationCode, invitationCodeOf, phoneOf } from './rules.ts'

describe('an e-mail', () => {
  test.each([
    ['Maria.Silva@Example.COM', 'maria.silva@example.com'],
    ['  joao+aposta@mail.example.com.br ', 'joao+aposta@mail.example.com.br'],
    ["o'neil@example.org", "o'neil@example.org"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is stored as %s', (given, kept) => {
    expect(emailOf(given)).toBe(kept)
  })
  test.each([
    'maria',
    'maria@',
    '@example.com',
    'maria@example',
    'maria@@example.com',
    'ma ria@example.com',
    'maria@example.com\r\nBcc: all@example.com',
    'maria.@example.com',
    '.maria@example.com',
    'ma..ria@example.com',
    'maria@-example.com',
    'maría@example.com',
    '<img onerror=x>@example.com',
    `${'a'.repeat(250)}@example.com`,
    `${'a'.repeat(65)}@example.com`, // longer than any mail server accepts before the @
  ])('%s is invalid', (given) => {
    expect(emailOf(given)).toBeUndefined()
  })
  test('is unchanged when normalised again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (given) => {
        const kept = emailOf(given)
        fc.pre(kept !== undefined)
        expect(emailOf(kept ?? '')).toBe(kept)
        expect(kept).toBe(kept?.toLowerCase())
      }),
    )
  })
})

describe('a phone number', () => {
  test.each([
    ['+55', '11987654321', '+5511987654321'],
    ['55', '(11) 98765-4321', '+5511987654321'],
    ['55', '+55 11 98765-4321', '+5511987654321'],
    ['+234', '8031234567', '+2348031234567'],
  ])('%s %s is %s', async (country, given, kept) => {
    expect(await phoneOf(country, given)).toBe(kept)
  })
  test.each([
    ['+55', '123'],
    ['+55', ''],
    ['+55', 'não tenho'],
    ['+55', '+1 212 555 0100'], // another country than the one chosen
    ['+999', '11987654321'],
  ])('%s %s is invalid', async (country, given) => {
    expect(await phoneOf(country, given)).toBeUndefined()
  })
})

describe('an invitation code', () => {
  test('is eight characters that are hard to confuse', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (draws) => {
        let at = 0
        const code = invitationCode(8, (below) => (draws[at++] ?? 0) % below)
        expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
      }),
    )
  })
  test('may be typed in any case, and may be left out', () => {
    expect(invitationCodeOf(' ab2c ')).toBe('AB2C')
    expect(invitationCodeOf('  ')).toBeUndefined()
    expect(invitationCodeOf(undefined)).toBeUndefined()
  })
})
