import type { Language } from '@palpite/contract/languages'
import { formatMoney } from '../../../shared/format/format.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import type { WithdrawProblem } from './withdraw-rules.ts'

/** The specification's text for each failed check. */
export const useProblemText = (): ((problem: WithdrawProblem) => string) => {
  const t = useText()
  const language = useLanguage()
  return (problem) => {
    switch (problem.kind) {
      case 'locked':
        return t('wallet.withdraw.locked')
      case 'noneLeft':
        return t('wallet.withdraw.noneLeft')
      case 'nothing':
        return t('wallet.withdraw.nothing')
      case 'belowMin':
        return t('wallet.withdraw.belowLeast', { min: quotedMoney(problem.minCents, language) })
      case 'aboveMax':
        return t('wallet.withdraw.aboveMost', { max: quotedMoney(problem.maxCents, language) })
    }
  }
}

/**
 * Money for these texts. The specification's Portuguese ones contain the sign: plain reais follow, without unneeded
 * decimals.
 */
const quotedMoney = (amountCents: number, language: Language): string => {
  if (language !== 'pt-BR') return formatMoney(amountCents, language)
  const reais = amountCents / 100
  return Number.isInteger(reais) ? String(reais) : reais.toFixed(2).replace('.', ',')
}
