export type Block =
  | { kind: 'title' | 'heading' | 'paragraph' | 'operator' | 'counted'; words: string }
  | { kind: 'list'; items: readonly string[] }

const operatorPart = /^\[\[(.*)\]\]$/s

/**
 * The document format of `locales/<language>/help`: `# title`, `## heading`, paragraphs, `- items`, `[[ ]]` around
 * what the operator must complete, and `{counted}` for the shares of stakes in force. Blank lines separate blocks.
 */
export const blocksOf = (document: string): Block[] =>
  document
    .trim()
    .split(/\n{2,}/)
    .map((block): Block => {
      if (block.startsWith('## ')) return { kind: 'heading', words: block.slice(3) }
      if (block.startsWith('# ')) return { kind: 'title', words: block.slice(2) }
      if (block === '{counted}') return { kind: 'counted', words: block }
      if (block.startsWith('- ')) return { kind: 'list', items: block.slice(2).split('\n- ') }
      const operator = operatorPart.exec(block)?.[1]
      return operator === undefined
        ? { kind: 'paragraph', words: block }
        : { kind: 'operator', words: operator }
    })

/** Words between asterisks are emphasised: every second part of the result. */
export const emphasised = (words: string): string[] => words.split('*')
