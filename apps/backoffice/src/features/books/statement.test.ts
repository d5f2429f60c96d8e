import { expect, test } from 'vitest'
import { isAccount, isProvider, microsOf, statementOf } from './statement.ts'

const account = `0x${'ab'.repeat(20)}`

test('a difference of a balance or an address names the statement that settles it', () => {
  expect(statementOf('balance:pix')).toEqual({ kind: 'bankOwn', provider: 'pix' })
  expect(statementOf(`address:ERC20:${account}`)).toEqual({ kind: 'usdtLeft', network: 'ERC20', account })
  expect(statementOf('address')).toEqual({ kind: 'usdtLeft', network: 'TRC20', account: '' })
  expect([statementOf('E1payment'), statementOf('17'), statementOf('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a bank and an address are taken as the server knows them', () => {
  expect([isProvider('pix'), isProvider('Pix'), isProvider('')]).toEqual([true, false, false])
  expect([isAccount(account), isAccount(account.toUpperCase()), isAccount('0xab')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['40', 40_000_000],
  ['0', 0],
  ['1234,5', 1_234_500_000],
  ['0.000001', 1],
  ['0,0000001', undefined],
  ['-1', undefined],
  ['1.234,5', undefined],
  ['', undefined],
])('%j USDT are %s millionths', (typed, micros) => {
  expect(microsOf(typed)).toBe(micros)
})
