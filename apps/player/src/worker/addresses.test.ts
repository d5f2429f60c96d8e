import { expect, test } from 'vitest'
import { servedAddresses } from './addresses.ts'

const isServed = (address: string) => servedAddresses.some((served) => served.test(address))

test.each([
  '/api/app/sportsbook/betPlay',
  '/api/docs',
  '/gamecenter-siop/?token=one&transport=websocket',
  `/pay/${'0'.repeat(32)}?lang=en`,
  '/docs',
  '/metrics',
])('the worker leaves %s to the server', (address) => {
  expect(isServed(address)).toBe(true)
})

test.each(['/', '/home', '/paySuccess?orderId=1', '/footballPage/12', '/yapi', '/conta?tab=withdraw'])(
  'the page of the app answers for %s',
  (address) => {
    expect(isServed(address)).toBe(false)
  },
)
