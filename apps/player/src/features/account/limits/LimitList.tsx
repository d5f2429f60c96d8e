import { limitKinds } from '@palpite/contract'
import { useState } from 'react'
import type { Limit } from '../../../shared/limits.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindTexts } from './limit-texts.ts'
import { LimitRow } from './LimitRow.tsx'

/** All limits by quantity; one at a time is open for editing. */
export function LimitList({ limits }: { limits: readonly Limit[] }) {
  const t = useText()
  const [opened, setOpened] = useState('')
  return (
    <>
      <p className="text-13 text-text-2">{t('protection.limit.rule')}</p>
      {limitKinds.map((kind) => (
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
