import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const secure = securityHeaders({ publicUrl: 'https://palpite.example' })

test('a browser that has been here by https comes by nothing else for a year', () => {
  for (const headers of [secure.page, secure.data]) {
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
  const plain = securityHeaders({ publicUrl: 'http://localhost:3000' })
  expect(plain.page).not.toHaveProperty('strict-transport-security')
})

test('a page is cut off from the window that opened it, and answers are read by no other site', () => {
  expect(secure.page['cross-origin-opener-policy']).toBe('same-origin')
  expect(secure.data['cross-origin-resource-policy']).toBe('same-origin')
})
