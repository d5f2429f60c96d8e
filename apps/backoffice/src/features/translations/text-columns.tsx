import { StatusTag } from '@palpite/ui'
import type { ListColumn } from '../../shared/list-column.tsx'
import type { useText } from '../../shared/text.ts'
import { doubtNames, doubtTones, type PlayerText, sourceNames } from './player-text.ts'

/** The text list's columns: Portuguese, the chosen language, and possible faults. */
export function textColumns(
  t: ReturnType<typeof useText>,
  language: string,
): readonly ListColumn<PlayerText>[] {
  const sourceOf = ({ source }: PlayerText) => {
    const name = sourceNames[source]
    return name ? t(name) : source
  }
  return [
    {
      id: 'key',
      head: 'texts.column.key',
      cell: ({ key }) => (
        <code data-brief className="block max-w-240 truncate text-12">
          {key}
        </code>
      ),
      csv: ({ key }) => key,
    },
    { id: 'source', head: 'texts.column.source', cell: sourceOf, csv: sourceOf },
    {
      id: 'portuguese',
      head: 'texts.column.portuguese',
      cell: ({ portuguese }) => (
        <span data-brief lang="pt-BR" className="block max-w-320 truncate">
          {portuguese}
        </span>
      ),
      csv: ({ portuguese }) => portuguese,
    },
    {
      id: 'own',
      head: 'texts.column.own',
      cell: ({ own }) => (
        <span data-brief lang={language} className="block max-w-320 truncate">
          {own ?? '–'}
        </span>
      ),
      csv: ({ own }) => own ?? '',
    },
    {
      id: 'state',
      head: 'list.column.state',
      cell: ({ doubt }) =>
        doubt ? (
          <StatusTag tone={doubtTones[doubt]}>{t(doubtNames[doubt])}</StatusTag>
        ) : (
          <span className="text-text-2">{t('texts.doubt.none')}</span>
        ),
      csv: ({ doubt }) => (doubt ? t(doubtNames[doubt]) : ''),
    },
    {
      id: 'used',
      head: 'texts.used.title',
      cell: ({ usedIn }) => <code className="text-12">{usedIn[0]?.split('/').at(-1) ?? '–'}</code>,
      csv: ({ usedIn }) => usedIn.join(' '),
    },
  ]
}
