import type { ReactNode } from 'react'

type Props = {
  /** A text with marked words: `aceito os <terms>termos</terms>`. */
  text: string
  /** Renders a tag's content. Unknown tags stay plain text. */
  marks: Readonly<Record<string, (words: string) => ReactNode>>
}

/** A sentence with interactive parts, such as a link: translators place the tags. */
export function RichText({ text, marks }: Props) {
  const parts = [...text.matchAll(/<(\w+)>(.*?)<\/\1>|[^<]+/gs)]
  return parts.map(([all, mark, words = '']) => {
    if (mark === undefined) return all
    return <span key={mark}>{marks[mark]?.(words) ?? words}</span>
  })
}
