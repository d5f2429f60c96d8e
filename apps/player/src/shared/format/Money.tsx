import { cx } from '@palpite/ui'
import { useLanguage } from '../text/text.ts'
import { moneyParts, shortMoneyParts } from './format.ts'

type Props = { cents: number; className?: string; /** From a million on, shortened. */ short?: boolean }

/** An amount with emphasised digits and a smaller symbol. */
export function Money({ cents, className, short }: Props) {
  const language = useLanguage()
  const { symbol, digits } = (short ? shortMoneyParts : moneyParts)(cents, language)
  return (
    <span className={cx('whitespace-nowrap', className)}>
      <span className="me-4 text-12 font-500 tracking-normal text-text-2">{symbol}</span>
      {digits}
    </span>
  )
}
