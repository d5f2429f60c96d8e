import { type KeyboardEvent, useId, useState } from 'react'
import { useAsked } from '../../shared/ask-again.ts'
import { type CannedAnswer, cannedAnswersFor, filled, soughtIn, textFor } from './canned-answer.ts'
import { optionIdOf } from './CannedList.tsx'

type Asked = {
  words: string
  lang: string
  firstName: string | null
  /** Puts a text into the reply, to be edited and sent by the operator. */
  onInsert: (text: string) => void
}

/** The canned answers that a slash at the start of a reply opens, and the keys that choose one. */
export function useCannedAnswers({ words, lang, firstName, onInsert }: Asked) {
  const id = useId()
  const [at, setAt] = useState(0)
  /** What was typed when the list was closed by Esc; typing on opens it again. */
  const [closedAt, setClosedAt] = useState<string>()
  const sought = soughtIn(words)
  const isWanted = sought !== undefined && words !== closedAt
  const asked = useAsked('GET /api/backoffice/support/cannedAnswers', {}, { isWanted, everyMs: false })
  const found = isWanted && asked.data ? cannedAnswersFor(asked.data, sought, lang) : []
  const chosen = Math.min(at, found.length - 1)
  const insert = (answer: CannedAnswer) => {
    setAt(0)
    onInsert(filled(textFor(answer, lang), firstName))
  }
  /** Whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isWanted) return false
    const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const answer = found[chosen]
    if (event.key === 'Escape') setClosedAt(words)
    else if (step !== undefined && found.length > 0) setAt((chosen + step + found.length) % found.length)
    else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && answer) insert(answer)
    else return false
    event.preventDefault()
    return true
  }
  return {
    isWanted,
    asked,
    list: { id, answers: found, lang, at: chosen, onChoose: insert },
    completedBy: found.length > 0 ? { listId: id, optionId: optionIdOf(id, chosen) } : undefined,
    onKey,
    /** Begins anew with the first one. */
    reset: () => setAt(0),
  }
}
