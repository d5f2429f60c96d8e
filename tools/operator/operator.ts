import { issueOperator, openOperators } from '../../apps/server/src/identity/index.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

const USAGE = 'npm run operator -- EMAIL [--all] [--factor]'

const REFUSALS = {
  disabled: 'is disabled, and stays so. Whoever comes back is created under another e-mail.',
  unknown: 'is nobody yet: create the operator in the back office, or with every permission by --all.',
}

/**
 * `npm run operator -- EMAIL`: creates the first two operators with every permission, or gives this one a new one-time
 * password and nothing else. `--all` also grants every permission, to a further one too. `--factor` also resets a lost
 * second factor. For the first two, and for a lost password; all others are created in the back office.
 */
try {
  const given = process.argv.slice(2)
  const all = given.includes('--all')
  const factor = given.includes('--factor')
  const [email = '', ...more] = given.filter((one) => one !== '--all' && one !== '--factor')
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254 || more.length > 0)
    throw new Error(`usage: ${USAGE}`)
  const issued = await withDeps(process.env, (deps) =>
    issueOperator(openOperators(deps), email, { all, factor }),
  )
  if ('refused' in issued) throw new Error(`${email} ${REFUSALS[issued.refused]}`)
  const did = issued.isNew ? 'was created, with every permission' : 'has a new password; all sessions ended'
  console.log(`Operator ${issued.operatorId} (${email}) ${did}.`)
  if (all) console.log('By --all: every permission was granted.')
  if (factor) console.log('By --factor: the next sign-in asks for a new second factor.')
  if (issued.isNew) {
    console.log(
      'Independent of every other operator of this command. Give each to another person: all whom one',
    )
    console.log('of them creates count as one with it, and two approve what needs two.')
  }
  console.log(`One-time password: ${issued.oneTimePassword}`)
  console.log(
    'It is shown here alone, good for 72 hours, and only for choosing another one at the first sign-in.',
  )
} catch (error) {
  console.error(`Nothing was changed: ${wordsOf(error)}`)
  process.exitCode = 1
}
