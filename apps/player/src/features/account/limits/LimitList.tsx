import { type LimitKind, limitKinds } from '@palpite/contract'
import { useState } from 'react'
import type { Limit } from '../../../shared/limits.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindTexts } from './limit-texts.ts'
import { LimitRow } from './LimitRow.tsx'

type Props = {
  limits: readonly Limit[]
  /** Those that the player must set before anything is staked. */
  needed: readonly LimitKind[] | undefined
}

/**
 * All limits by quantity, those that are needed at the opening first; one at a time is open for editing. The order stays when one
 * of them is set, so that the next one does not jump.
 */
export function LimitList({ limits, needed = [] }: Props) {
  const t = useText()
  const [kinds] = useState(() => limitKinds.toSorted((a, b) => +needed.includes(b) - +needed.includes(a)))
  const [opened, setOpened] = useState('')
  return (
    <>
      <p className="text-13 text-text-2">{t('protection.limit.rule')}</p>
      {kinds.map((kind) => (
        <section
          key={kind}
          aria-labelledby={`limit-${kind}`}
          className="hairline rounded-18 bg-surface-1 p-4"
        >
          <h3 id={`limit-${kind}`} className="px-10 pt-8 pb-4 text-14 font-700">
            {t(kindTexts[kind])}
          </h3>
          <ul className="grid">
            {limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => {
                const name = `${kind} ${limit.period}`
                return (
                  <LimitRow
                    key={name}
                    limit={limit}
                    isOpen={opened === name}
                    onOpen={(isOpen) => setOpened(isOpen ? name : '')}
                  />
                )
              })}
          </ul>
        </section>
      ))}
    </>
  )
}
