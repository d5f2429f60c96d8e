import { Icon } from '@palpite/ui'
import { CountedShares } from '../../shared/CountedShares.tsx'
import { type Block, emphasised } from './document.ts'

/** Renders a document block by block. Its title is in the bar. */
export function Document({ blocks }: { blocks: readonly Block[] }) {
  return (
    <article className="grid grid-cols-1 gap-12">
      {blocks.map((block, place) => (
        // Documents do not change while being read, so indices serve as keys.
        <OneBlock key={place} block={block} />
      ))}
    </article>
  )
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'title':
      return null
    case 'heading':
      return <h2 className="mt-12 text-18 font-800 tracking-tight">{block.words}</h2>
    case 'paragraph':
      return (
        <p className="text-14 text-text-2">
          <Words words={block.words} />
        </p>
      )
    case 'counted':
      return <CountedShares inDocument />
    case 'operator':
      return (
        <p className="flex items-start gap-10 rounded-14 bg-warn-tint p-12 text-13 text-text">
          <Icon name="pencil-simple" className="size-20 shrink-0 text-warn" />
          {block.words}
        </p>
      )
    case 'list':
      return (
        <ul className="grid list-disc gap-8 ps-20 text-14 text-text-2">
          {block.items.map((item) => (
            <li key={item}>
              <Words words={item} />
            </li>
          ))}
        </ul>
      )
  }
}

function Words({ words }: { words: string }) {
  return emphasised(words).map((part, place) =>
    place % 2 === 1 ? (
      <em key={place} className="font-600 text-text not-italic">
        {part}
      </em>
    ) : (
      part
    ),
  )
}
