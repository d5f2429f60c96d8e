import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/crypto.ts'
import { identitySettings } from '../settings.ts'
import { isWeakPassword, openPasswords } from './passwords.ts'

const passwords = openPasswords(identitySettings.password, systemRandom)

describe('a stored password', () => {
  test('uses argon2id with the parameters recommended by OWASP', async () => {
    expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
  test('is never stored twice the same', async () => {
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'))
  })
  test('matches itself, and no other does', async () => {
    const kept = await passwords.hash('açaí com granola')
    expect(await passwords.verify(kept, 'açaí com granola')).toBe(true)
    expect(await passwords.verify(kept, 'açaí com granola'.normalize('NFD'))).toBe(true)
    expect(await passwords.verify(kept, 'acai com granola')).toBe(false)
  })
  test('of an unknown player matches nothing', async () => {
    expect(await passwords.verify(undefined, '')).toBe(false)
    expect(await passwords.verify(undefined, 'anything')).toBe(false)
  })
  test('waits in a queue, and past its limit the server is busy', async () => {
    const few = openPasswords(
      { ...identitySettings.password, memoryKib: 64, atOnce: 1, waiting: 2 },
      systemRandom,
    )
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => few.hash('x')))
    expect(tries.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(await few.hash('later')).toMatch(/^\$argon2id/)
  })
})

describe('a weak password', () => {
  test.each([
    'short12',
    'password',
    'PASSWORD1',
    'senha123',
    'flamengo',
    'Corinthians1',
    '12345678',
    '87654321',
    'abcdefghij',
    'aaaaaaaaaa',
    'abababababab',
    'maria@example.com',
    'mariazinha',
  ])('%s is refused', (password) => {
    const email = password === 'mariazinha' ? 'mariazinha@example.com' : 'maria@example.com'
    expect(isWeakPassword(password, { min: 8, email })).toBe(true)
  })
  test('S9: is each of the 3,000 most common that are long enough', () => {
    const common = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    expect(common.filter((password) => password.length >= 8).length).toBeGreaterThan(3_000)
    expect(common.filter((password) => !isWeakPassword(password.toUpperCase(), { min: 8 }))).toEqual([])
    for (const known of [
      'trustno1',
      'iloveyou',
      'sunshine',
      'qwertyuiop',
      '1qaz2wsx',
      'starwars',
      'superman',
    ]) {
      expect(common).toContain(known)
    }
  })
  test.each(['correct horse battery', 'k9!xTfq2', 'gato azul 77', 'ÇãoPaulo#9'])(
    '%s is accepted',
    (password) => {
      expect(isWeakPassword(password, { min: 8, email: 'maria@example.com' })).toBe(false)
    },
  )
})
