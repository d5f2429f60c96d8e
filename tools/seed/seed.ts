import { seedApp } from '../../apps/server/src/seed.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

/** Fills the believable world on demand: what the server itself does at its first start. */
try {
  await withDeps(process.env, seedApp)
  console.log('The world is filled: fixtures of the coming days, live matches, the test account.')
} catch (error) {
  console.error(`Nothing more was filled: ${wordsOf(error)}`)
  process.exitCode = 1
}
