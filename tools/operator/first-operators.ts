import { issueFirstOperators, openOperators } from '../../apps/server/src/identity/index.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

const EMAILS = ['operator-1@palpite.example', 'operator-2@palpite.example']

/**
 * For `npm start` in development: makes the first two operators, or gives new one-time passwords to those who have not
 * chosen their own yet. Prints who got one, as JSON. Never in production.
 */
try {
  if (process.env['NODE_ENV'] === 'production') throw new Error('not in production')
  const issued = await withDeps(process.env, (deps) => issueFirstOperators(openOperators(deps), EMAILS))
  process.stdout.write(JSON.stringify(issued))
} catch (error) {
  process.stderr.write(wordsOf(error))
  process.exitCode = 1
}
