import type { ReactNode } from 'react'

type Props = {
  /** A text with marked words: `aceito os <terms>termos</terms>`. */
  text: string
  /** Draws the words of a mark. Marks nobody draws stay plain words. */
  marks: Readonly<Record<string, (words: string) => ReactNode>>
}

/** A sentence with parts that do something, such as a link: translators move the marks with their words. */
export function RichText({ text, marks }: Props) {
  const parts = [...text.matchAll(/<(\w+)>(.*?)<\/\1>|[^<]+/gs)]
  return parts.map(([all, mark, words = '']) => {
    if (mark === undefined) return all
    return <span key={mark}>{marks[mark]?.(words) ?? words}</span>
  })
}
