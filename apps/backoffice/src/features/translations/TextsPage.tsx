import { textLanguages } from '@palpite/contract/languages'
import { TextInput } from '@palpite/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { Paged } from '../../shared/ask-again.ts'
import { ApiError } from '../../shared/api.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { useLook } from '../../shared/look.ts'
import { Pick } from '../../shared/Pick.tsx'
import { languageName } from '../../shared/language-name.ts'
import { useText } from '../../shared/text.ts'
import { doubtNames, doubts, foundTexts, type PlayerText, sourceNames, type Wanted } from './player-text.ts'
import { textColumns } from './text-columns.tsx'
import { TextDrawer } from './TextDrawer.tsx'
import { textEntries, useLanguages } from './use-texts.ts'

const PAGE = 50

/** All player texts beside the Portuguese ones, searched by words, place and fault. */
export function TextsPage() {
  const t = useText()
  const address = useAddress()
  const language = textLanguages.find((one) => one === address.get('idioma')) ?? 'en'
  const wanted = { words: address.get('texto'), source: address.get('lugar'), state: address.get('ver') }
  const list = useTexts(language, wanted)
  const columns = useMemo(() => textColumns(t, language), [t, language])
  return (
    <ListPage
      title={t('nav.texts.name')}
      note={t('texts.page.note')}
      columns={columns}
      list={list}
      keyOf={({ key }) => key}
      drawer={({ key, close }) => {
        const open = list.all.find((one) => one.key === key)
        return open && <TextDrawer key={key} of={open} onClose={close} />
      }}
      empty={{ title: t('texts.list.empty') }}
      filteredBy={['texto', 'lugar', 'ver']}
      filters={<Filters language={language} wanted={wanted} />}
    />
  )
}

/** The found texts, paged. */
function useTexts(
  language: (typeof textLanguages)[number],
  wanted: Wanted,
): Paged<PlayerText> & { all: PlayerText[] } {
  const asked = useLanguages(['pt-BR', language])
  const { words, source, state } = useDeferredValue(wanted)
  const all = useMemo(() => {
    const [portuguese, own] = asked.data ?? []
    return portuguese && own ? foundTexts(textEntries, { portuguese, own }, { words, source, state }) : []
  }, [asked.data, words, source, state])
  const [pages, setPages] = useState(1)
  const rows = useMemo(() => all.slice(0, pages * PAGE), [all, pages])
  return {
    all,
    rows,
    isLoading: asked.isPending,
    error: asked.error && new ApiError({ http: 0, path: 'texts', cause: asked.error }),
    updatedAt: asked.dataUpdatedAt,
    isReloading: asked.isRefetching,
    hasMore: rows.length < all.length,
    isLoadingMore: false,
    loadMore: () => setPages(pages + 1),
    readAll: async () => all,
    reload: () => void asked.refetch(),
  }
}

function Filters({ language, wanted }: { language: string; wanted: Wanted }) {
  const t = useText()
  const address = useAddress()
  const { language: spoken } = useLook()
  const all = { value: '', label: t('plays.filter.all') }
  return (
    <>
      <label className="grid gap-4 text-12 font-600 text-text-2">
        {t('texts.filter.words')}
        <TextInput
          size="s"
          type="search"
          value={wanted.words}
          onChange={({ target }) => address.set({ texto: target.value, aberto: '' })}
          className="w-240"
        />
      </label>
      <Pick
        label={t('texts.filter.language')}
        value={language}
        onChange={(next) => address.set({ idioma: next })}
        options={textLanguages.map((one) => ({ value: one, label: languageName(one, spoken) }))}
      />
      <Pick
        label={t('texts.column.source')}
        value={wanted.source}
        onChange={(next) => address.set({ lugar: next })}
        options={[all, ...Object.entries(sourceNames).map(([value, name]) => ({ value, label: t(name) }))]}
      />
      <Pick
        label={t('list.filter.state')}
        value={wanted.state}
        onChange={(next) => address.set({ ver: next })}
        options={[all, ...doubts.map((value) => ({ value, label: t(doubtNames[value]) }))]}
      />
    </>
  )
}
