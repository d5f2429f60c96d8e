import { callWallet, type Target } from './caller.ts'
import { playIn, RuleBroken } from './play.ts'
import { rules } from './rules.ts'

/** The kit's input: a wallet, and launch tokens of a player with R$ 50 or more, and of one excluded since. */
export type KitTerms = Target & { fundedToken: string; blockedToken: string }

export type Finding = { id: string; what: string; wrong: string | undefined }

/** Tests every rule, or these, in order, and reports each result. */
export async function runKit(
  { fundedToken, blockedToken, ...target }: KitTerms,
  tried = rules,
): Promise<Finding[]> {
  const enter = async (token: string) => {
    const answer = await callWallet(target, 'session', { token })
    if (!answer?.ok) throw new Error(`a launch token was refused: ${answer?.code}`)
    return playIn(target, String(answer.data['session']))
  }
  const kit = {
    target,
    funded: await enter(fundedToken),
    blocked: await enter(blockedToken),
    usedToken: fundedToken,
  }
  const findings: Finding[] = []
  for (const { id, what, holds } of tried) {
    const wrong = await holds(kit).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof RuleBroken) return error.message
        throw error
      },
    )
    findings.push({ id, what, wrong })
  }
  return findings
}

/** The report: a line per rule, then `N passed, N failed`. */
export function reportOf(findings: readonly Finding[]): string {
  const failed = findings.filter(({ wrong }) => wrong !== undefined).length
  const lines = findings.map(({ id, what, wrong }) =>
    wrong === undefined ? `  passed  ${id}: ${what}` : `  FAILED  ${id}: ${what}\n          ${wrong}`,
  )
  return [...lines, '', `${findings.length - failed} passed, ${failed} failed`].join('\n')
}
