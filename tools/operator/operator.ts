import { issueOperator, openOperators } from '../../apps/server/src/identity/index.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

const USAGE = 'npm run operator -- EMAIL'

/**
 * `npm run operator -- EMAIL`: creates an operator with every permission, or gives the one of this e-mail a new
 * one-time password. For the first one, and for who lost a password; all others are created in the back office.
 */
try {
  const [email = '', ...more] = process.argv.slice(2)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254 || more.length > 0)
    throw new Error(`usage: ${USAGE}`)
  const issued = await withDeps(process.env, (deps) => issueOperator(openOperators(deps), email))
  const did = issued.isNew ? 'was created, with every permission' : 'has a new password; other sessions ended'
  console.log(`Operator ${issued.operatorId} (${email}) ${did}.`)
  console.log(`One-time password: ${issued.oneTimePassword}`)
  console.log('It is shown here alone, and only good for choosing another one at the first sign-in.')
} catch (error) {
  console.error(`No operator was created: ${wordsOf(error)}`)
  process.exitCode = 1
}
