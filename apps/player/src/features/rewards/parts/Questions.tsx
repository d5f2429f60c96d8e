type Props = { questions: readonly { question: string; answer: string }[] }

/** Questions that expand to their answers. */
export function Questions({ questions }: Props) {
  return (
    <div className="hairline grid rounded-18 bg-surface-1 px-14 py-4 text-14">
      {questions.map(({ question, answer }) => (
        <details key={question} className="not-last:border-b border-line">
          <summary className="finger-48 cursor-pointer content-center py-8 font-600 hover:underline">
            {question}
          </summary>
          <p className="pb-14 text-13 text-text-2">{answer}</p>
        </details>
      ))}
    </div>
  )
}
