import { expect, test } from 'vitest'
import { payAddress } from './pay-address.ts'

const PAY_NO = '0123456789abcdef0123456789abcdef'

test.each([
  ['a path', `/pay/${PAY_NO}`],
  ['an address under the public name', `https://palpite.example/pay/${PAY_NO}`],
  ['an address with a port', `http://localhost:3000/pay/${PAY_NO}`],
])('shows our own payment page from where the app was opened, in its language, given %s', (_how, url) => {
  expect(payAddress({ url, payNo: PAY_NO, language: 'en' })).toBe(`/pay/${PAY_NO}?lang=en`)
})

test.each(['https://bank.example/pay/other', 'https://bank.example/checkout?of=1'])(
  'leaves the page of somebody else as it is: %s',
  (url) => {
    expect(payAddress({ url, payNo: PAY_NO, language: 'en' })).toBe(url)
  },
)
