import { expect, test } from 'vitest'
import { maskedCpf, maskedEmail, maskedName, maskedPhone } from './rules.ts'

test.each([
  ['ana.souza@exemplo.com.br', 'a***@e***.br'],
  ['a@b', 'a***@b***'],
  ['', '***@***'],
])('the e-mail %j is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})

test('a phone shows its last four digits, a name the first one, a CPF its middle', () => {
  expect(maskedPhone('+5511987654321')).toBe('***4321')
  expect(maskedName('Ana  Maria de Souza')).toBe('Ana M. d. S.')
  expect(maskedName('Ana')).toBe('Ana')
  expect(maskedCpf('52998224725')).toBe('***.982.247-**')
})
