import { beforeEach, describe, expect, test } from 'vitest'
import { keepInBrowser } from '../testing/test-browser.ts'
import { addressOf, requestOf } from './request.ts'

beforeEach(() => keepInBrowser())

describe('the address of a call', () => {
  test('fills its path parameters', () => {
    expect(addressOf('/api/app/order/getStatus/:orderId', { orderId: 'a/b' })).toBe(
      '/api/app/order/getStatus/a%2Fb',
    )
  })

  test('omits missing values, and repeats lists without index marks', () => {
    expect(addressOf('/api/x', {}, { sport: 'tennis', cursor: undefined, id: ['1', '2'] })).toBe(
      '/api/x?sport=tennis&id=1&id=2',
    )
  })

  test('7.31 a form names a list again for each of its values, without index marks', () => {
    const { body, headers } = requestOf('POST', '/api/app/order/prePay/brl-100', {
      gift: '1',
      pkgId: ['brl-20', 'brl-100'],
      isapp: undefined,
    })
    expect(body).toBe('gift=1&pkgId=brl-20&pkgId=brl-100')
    expect(headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' })
  })

  test('refuses a path whose parameter is missing', () => {
    expect(() => addressOf('/api/x/:id')).toThrow('/api/x/:id needs id')
  })

  test('refuses values that are not plain', () => {
    expect(() => addressOf('/api/x', {}, { when: { at: 1 } })).toThrow('plain')
  })
})
