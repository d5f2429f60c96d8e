import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const GOOD = {
  SANDBOX_PORT: '3001',
  SANDBOX_SMTP_PORT: '3002',
  SANDBOX_DATA_DIR: '/tmp/x',
  SANDBOX_PIX_CLIENT_ID: 'id',
  SANDBOX_PIX_CLIENT_SECRET: 'secret',
  SANDBOX_WEBHOOK_SECRET: 'other',
}

test('reads the environment, with its own default times', () => {
  expect(readSettings({ ...GOOD, SANDBOX_PUBLIC_URL: 'http://localhost:3001/' })).toMatchObject({
    port: 3001,
    smtpPort: 3002,
    publicUrl: 'http://localhost:3001',
    payoutDelayMs: 600,
  })
})

test('reports every missing or invalid variable in one message', () => {
  const read = (): unknown =>
    readSettings({ ...GOOD, SANDBOX_PORT: '70000', SANDBOX_DATA_DIR: '', SANDBOX_PUBLIC_URL: 'ftp://x' })
  expect(read).toThrow(/SANDBOX_PORT must be.*SANDBOX_DATA_DIR is missing.*SANDBOX_PUBLIC_URL must be/)
})
