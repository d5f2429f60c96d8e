import { Button, Chip } from '@palpite/ui'
import { useState } from 'react'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { adviceOf, type Answers, selfQuestions } from './self-check.ts'

const advices = {
  none: 'protection.self.adviceNone',
  some: 'protection.self.adviceSome',
  many: 'protection.self.adviceMany',
} as const satisfies Record<string, TextKey>

/** A self-test: questions answered on the device alone, and plain advice. */
export function SelfCheck({ onPart }: { onPart: (part: 'limits' | 'breaks') => void }) {
  const t = useText()
  const [answers, setAnswers] = useState<Answers>()
  const advice = answers && adviceOf(answers)
  return (
    <section aria-labelledby="self-check" className="hairline grid gap-10 rounded-18 bg-surface-1 p-14">
      <div className="grid gap-2">
        <h3 id="self-check" className="text-14 font-700">
          {t('protection.self.title')}
        </h3>
        <p className="text-13 text-text-2">{t('protection.self.about')}</p>
      </div>
      {!answers && (
        <Button kind="secondary" size="m" block onClick={() => setAnswers({})}>
          {t('protection.self.start')}
        </Button>
      )}
      {answers && (
        <ol className="grid gap-12">
          {selfQuestions.map((question) => (
            <li key={question} className="grid gap-6">
              <p id={question} className="text-14">
                {t(question)}
              </p>
              <div role="group" aria-labelledby={question} className="flex gap-6">
                {[true, false].map((isYes) => (
                  <Chip
                    key={String(isYes)}
                    chosen={answers[question] === isYes}
                    onClick={() => setAnswers({ ...answers, [question]: isYes })}
                  >
                    {t(isYes ? 'protection.self.yes' : 'protection.self.no')}
                  </Chip>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      {advice && (
        <div role="status" className="grid gap-10 rounded-14 bg-surface-2 p-12">
          <p className="text-14 font-600">{t(advices[advice])}</p>
          <div className="flex flex-wrap gap-8">
            <Button kind="secondary" size="s" onClick={() => onPart('limits')}>
              {t('protection.tab.limits')}
            </Button>
            <Button kind="secondary" size="s" onClick={() => onPart('breaks')}>
              {t('protection.tab.breaks')}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
