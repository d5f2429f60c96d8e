import { issueFirstOperators, openOperators } from '../../apps/server/src/identity/index.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

const EMAILS = ['operator-1@palpite.example', 'operator-2@palpite.example']

/**
 * For `npm start` in development: creates the first two operators, or new one-time passwords for those without their
 * own yet. Prints them as JSON. Never in production.
 */
try {
  if (process.env['NODE_ENV'] === 'production') throw new Error('not in production')
  const issued = await withDeps(process.env, (deps) => issueFirstOperators(openOperators(deps), EMAILS))
  process.stdout.write(JSON.stringify(issued))
} catch (error) {
  process.stderr.write(wordsOf(error))
  process.exitCode = 1
}
