import { plainWord } from './settlement-results.ts'

const METHODS: Readonly<Record<string, string>> = {
  knockout:
    'ko tko ko_tko ko_or_tko knockout technical_knockout stoppage rtd corner_stoppage referee_stoppage ' +
    'corner_retirement tko_rtd ko_tko_rtd',
  decision:
    'decision points ud md sd unanimous_decision majority_decision split_decision technical_decision td ' +
    'decision_or_technical_decision pts',
  disqualification: 'disqualification dq dsq disqualified',
}

/** How a fight was won, in our word for it. */
export const methodNamed = (value: unknown): string | undefined => {
  const word = plainWord(value)
  return Object.keys(METHODS).find((method) => (METHODS[method] ?? '').split(' ').includes(word))
}
