import { useText } from '../../../shared/text/text.ts'
import type { WithdrawProblem } from './withdraw-rules.ts'

/** The words of the specification for each check that a withdrawal can fail. */
export const useProblemText = (): ((problem: WithdrawProblem) => string) => {
  const t = useText()
  return (problem) => {
    switch (problem.kind) {
      case 'locked':
        return t('wallet.withdraw.locked')
      case 'noneLeft':
        return t('wallet.withdraw.noneLeft')
      case 'nothing':
        return t('wallet.withdraw.nothing')
      case 'belowMin':
        return t('wallet.withdraw.belowLeast', { min: problem.min })
      case 'aboveMax':
        return t('wallet.withdraw.aboveMost', { max: problem.max })
    }
  }
}
