import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageOf } from './offline-page.ts'

test('the page may run its own script and style, and make no requests', () => {
  const page = pageOf('console.log(1)', 'p { margin: 0 }')
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  expect(policy).toBe(
    `default-src 'none'; script-src 'sha256-${hash('console.log(1)')}'; style-src 'sha256-${hash('p { margin: 0 }')}'; base-uri 'none'; form-action 'none'`,
  )
  expect(page).toContain('<script>console.log(1)</script>')
})
