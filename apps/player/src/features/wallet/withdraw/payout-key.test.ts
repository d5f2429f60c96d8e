import { expect, test } from 'vitest'
import { bareKey, hiddenKey, isPossibleKey, keyProblem, lacksCheck, shownKey } from './payout-key.ts'

test('a CPF is shown with punctuation and sent without', () => {
  expect(shownKey('CPF', '52998224725')).toBe('529.982.247-25')
  expect(bareKey('CPF', '529.982.247-25')).toBe('52998224725')
})

test('a CNPJ may have letters', () => {
  expect(shownKey('CNPJ', '12abc34501de35')).toBe('12.ABC.345/01DE-35')
  expect(isPossibleKey('CNPJ', '12.ABC.345/01DE-35')).toBe(true)
  expect(isPossibleKey('CNPJ', '12.ABC.345/01DE-36')).toBe(false)
})

test('a CPF with wrong check digits is detected', () => {
  expect(isPossibleKey('CPF', '529.982.247-25')).toBe(true)
  expect(isPossibleKey('CPF', '529.982.247-26')).toBe(false)
})

test('a short key is reported as incomplete, one with wrong check digits as wrong', () => {
  expect(keyProblem('CPF', '')).toBe('wallet.details.incomplete')
  expect(keyProblem('CPF', '529.982.247')).toBe('wallet.details.incomplete')
  expect(keyProblem('CPF', '529.982.247-26')).toBe('wallet.details.wrong')
  expect(keyProblem('CNPJ', '12.ABC.345/01')).toBe('wallet.details.incomplete')
  expect(keyProblem('CNPJ', '12.ABC.345/01DE-36')).toBe('wallet.details.wrong')
})

test('an address without a checksum is detected, and sent with checksum capitals', () => {
  const [checked, small] = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  ]
  expect(lacksCheck('USDT', small)).toBe(true)
  expect(bareKey('USDT', ` ${small} `)).toBe(checked)
  expect(lacksCheck('USDT', checked)).toBe(false)
  expect(lacksCheck('USDT', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe(false)
  expect(lacksCheck('CPF', '529.982.247-25')).toBe(false)
})

test('stored keys are shown with their middle hidden', () => {
  expect(hiddenKey('CPF', '52998224725')).toBe('***.982.247-**')
  expect(hiddenKey('USDT', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe('TQn9Y2…bLSE')
})
