import {
  type BlockedProduct,
  blockedProducts,
  type BreakLength,
  exclusionLengths,
  timeOutLengths,
} from '@palpite/contract'
import { Button, Chip } from '@palpite/ui'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { productTexts } from '../../../shared/use-break-text.ts'
import type { WantedBreak } from './break-wanted.ts'
import { BreakStep } from './BreakStep.tsx'
import { useLengthText } from './limit-texts.ts'

/** The available breaks with their durations; the second step explains the consequences. */
export function BreakList() {
  const t = useText()
  const [wanted, setWanted] = useState<WantedBreak>()
  const [left, setLeft] = useState<WantedBreak['kind']>()
  const [product, setProduct] = useState<BlockedProduct>('games')
  if (wanted) {
    const onDone = () => {
      setLeft(wanted.kind)
      setWanted(undefined)
    }
    return <BreakStep wanted={wanted} onDone={onDone} />
  }
  return (
    <>
      <BreakCard
        isReturnedTo={left === 'time_out'}
        heading={t('protection.break.timeOut')}
        text={t('protection.break.timeOutText')}
        lengths={timeOutLengths}
        onChosen={(length) => setWanted({ kind: 'time_out', length })}
      />
      <BreakCard
        isReturnedTo={left === 'exclusion'}
        heading={t('protection.break.exclusion')}
        text={t('protection.break.exclusionText')}
        lengths={exclusionLengths}
        onChosen={(length) => setWanted({ kind: 'exclusion', length })}
      />
      <BreakCard
        isReturnedTo={left === 'block'}
        heading={t('protection.break.block')}
        text={t('protection.break.blockText')}
        lengths={[...timeOutLengths, ...exclusionLengths]}
        onChosen={(length) => setWanted({ kind: 'block', product, length })}
      >
        <div role="group" aria-label={t('protection.break.what')} className="flex flex-wrap gap-6">
          {blockedProducts.map((each) => (
            <Chip key={each} chosen={each === product} onClick={() => setProduct(each)}>
              {t(productTexts[each])}
            </Chip>
          ))}
        </div>
      </BreakCard>
    </>
  )
}

type CardProps<L extends BreakLength> = {
  /** Whether its second step was just closed: the focus returns here. */
  isReturnedTo: boolean
  heading: string
  text: string
  lengths: readonly L[]
  onChosen: (length: L) => void
  /** The further choice. */
  children?: ReactNode
}

function BreakCard<L extends BreakLength>(card: CardProps<L>) {
  const { isReturnedTo, heading, text, lengths, onChosen, children } = card
  const t = useText()
  const lengthText = useLengthText()
  const [length, setLength] = useState<L>()
  return (
    <section aria-label={heading} className="hairline grid gap-10 rounded-18 bg-surface-1 p-14">
      <div className="grid gap-2">
        <h3 ref={useFirstFocus(isReturnedTo)} tabIndex={-1} className="text-14 font-700 outline-none">
          {heading}
        </h3>
        <p className="text-13 text-text-2">{text}</p>
      </div>
      {children}
      <div role="group" aria-label={t('protection.break.lengths')} className="flex flex-wrap gap-6">
        {lengths.map((each) => (
          <Chip key={each} chosen={each === length} onClick={() => setLength(each)}>
            {lengthText(each)}
          </Chip>
        ))}
      </div>
      <Button
        kind="secondary"
        size="m"
        block
        disabled={length === undefined}
        onClick={() => length && onChosen(length)}
      >
        {t('protection.break.next')}
      </Button>
    </section>
  )
}
