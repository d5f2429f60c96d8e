import { Icon } from '@palpite/ui'

type Props = { questions: readonly { question: string; answer: string }[] }

/** Questions that expand to their answers. */
export function Questions({ questions }: Props) {
  return (
    <div className="hairline grid rounded-18 bg-surface-1 px-14 py-4 text-14">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group not-last:border-b border-line">
          <summary className="flex finger-48 cursor-pointer list-none items-center gap-8 py-8 font-600 hover:underline">
            <span className="min-w-0 flex-1">{question}</span>
            <Icon name="caret-down-bold" className="size-14 shrink-0 group-open:rotate-180" />
          </summary>
          <p className="pb-14 text-13 text-text-2">{answer}</p>
        </details>
      ))}
    </div>
  )
}
