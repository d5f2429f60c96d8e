import { seedHouse } from '../../apps/server/src/seed.ts'
import { withHouse, wordsOf } from '../import/with-house.ts'

/** Fills the believable world on demand: what the server itself does at its first start. */
try {
  await withHouse(process.env, seedHouse)
  console.log('The world is filled: fixtures of the coming days, live matches, the test account.')
} catch (error) {
  console.error(`Nothing more was filled: ${wordsOf(error)}`)
  process.exitCode = 1
}
