import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const secure = securityHeaders({ publicUrl: 'https://palpite.example' })

test('a browser that came by https uses only https for a year', () => {
  for (const headers of [secure.page, secure.data]) {
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
  const plain = securityHeaders({ publicUrl: 'http://localhost:3000' })
  expect(plain.page).not.toHaveProperty('strict-transport-security')
})

test('a page is isolated from the window that opened it, and other sites cannot read answers', () => {
  expect(secure.page['cross-origin-opener-policy']).toBe('same-origin')
  expect(secure.data['cross-origin-resource-policy']).toBe('same-origin')
})

test('S16: only we frame our pages, and frames show only us and configured addresses', () => {
  const { page } = securityHeaders({
    publicUrl: 'https://palpite.example',
    SANDBOX_URL: 'https://bank.example/pay',
    STUDIO_ORIGINS: 'https://studio.example',
  })
  const parts = (page['content-security-policy'] ?? '').split(';')
  expect(parts).toContain("frame-src 'self' https://bank.example https://studio.example")
  expect(parts).toContain("frame-ancestors 'self'")
  expect(page['x-frame-options']).toBe('SAMEORIGIN')
  expect(secure.page['content-security-policy']).toContain("frame-src 'self';")
})
