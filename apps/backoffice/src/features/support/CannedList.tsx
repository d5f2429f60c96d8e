import { useText } from '../../shared/text.ts'
import { type CannedAnswer, textFor } from './canned-answer.ts'

type Props = {
  id: string
  answers: readonly CannedAnswer[]
  /** The player's language. */
  lang: string
  /** The one under the arrow keys. */
  at: number
  onChoose: (answer: CannedAnswer) => void
}

/** The id of an option, for the field that it completes. */
export const optionIdOf = (id: string, at: number): string => `${id}-${at}`

/** The canned answers found, above the reply field, which keeps the focus. */
export function CannedList({ id, answers, lang, at, onChoose }: Props) {
  const t = useText()
  return (
    <div className="hairline overflow-hidden rounded-11 bg-surface-1">
      <p role="status" className="px-12 py-6 text-12 text-text-2">
        {t('support.canned.found', { count: answers.length })}
      </p>
      {answers.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t('support.canned.label')}
          className="max-h-240 overflow-y-auto"
        >
          {answers.map((answer, place) => (
            <button
              key={answer.cannedAnswerId}
              id={optionIdOf(id, place)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(answer)}
              className="grid min-h-36 w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-12 px-12 py-4 text-start text-13 hover:bg-surface-2 aria-selected:bg-brand-tint"
            >
              <span className="font-600">/{answer.name}</span>
              <span className="truncate text-text-2">{textFor(answer, lang)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
