import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const speedIn = (env: Readonly<Record<string, string>>) => {
  const read = readConfig({ DATABASE_URL: 'postgres://nowhere/none', ...env })
  return read.ok ? read.config.SIMULATOR_SPEED : read.sentences
}

test.each([
  { env: {}, speed: 1 },
  { env: { SIMULATOR_SPEED: '' }, speed: 1 },
  { env: { SIMULATOR_SPEED: '0' }, speed: 0 },
  { env: { NODE_ENV: 'production' }, speed: 0 },
  { env: { NODE_ENV: 'production', SIMULATOR_SPEED: '' }, speed: 0 },
  { env: { NODE_ENV: 'production', SIMULATOR_SPEED: '1' }, speed: 1 },
])('invented matches run at $speed under $env', ({ env, speed }) => {
  expect(speedIn(env)).toBe(speed)
})
