import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../test/test-deps.ts'
import { type Fault, openModelWallet } from './model-wallet.ts'
import { openOwnWallet } from './own-wallet.ts'
import { rules } from './rules.ts'
import { reportOf, runKit } from './run-kit.ts'

const failedIn = async (fault?: Fault) => {
  const { close, ...terms } = await openModelWallet(fault)
  // Only the fault's rule: all rules for each fault would be two thousand calls.
  const tried = rules.filter(({ id }) => fault === undefined || id === fault)
  try {
    return (await runKit(terms, tried)).filter(({ wrong }) => wrong !== undefined).map(({ id }) => id)
  } finally {
    await close()
  }
}

describe('the conformance kit', () => {
  let own: Awaited<ReturnType<typeof openTestDeps>>
  beforeAll(async () => {
    own = await openTestDeps()
  })
  afterAll(() => own.close())

  test('our own wallet passes every rule', async () => {
    const { close, ...terms } = await openOwnWallet(own.deps)
    const findings = await runKit(terms)
    await close()
    expect(findings.filter(({ wrong }) => wrong !== undefined)).toEqual([])
    expect(reportOf(findings)).toMatch(new RegExp(`${rules.length} passed, 0 failed$`))
  })

  test('a correct wallet of another make passes every rule', async () => {
    expect(await failedIn()).toEqual([])
  })

  test.each(rules.map(({ id }) => id as Fault))(
    'a wallet that fails at %s is found by that rule',
    async (fault) => {
      expect(await failedIn(fault)).toEqual([fault])
    },
  )
})
