import { Button, Empty, Icon, StatusTag, TextInput } from '@palpite/ui'
import { type FormEvent, useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.tsx'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { Page } from '../../shared/Page.tsx'
import { parseSearch } from '../../shared/search.ts'
import { useText } from '../../shared/text.ts'
import { identityOf, type Player } from './player.ts'
import { PlayerDrawer } from './PlayerDrawer.tsx'

/** Players by e-mail, CPF or id. None are listed without a search, because searches are audited. */
export function PlayersPage() {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const sought = parseSearch(address.get('busca'))
  const body = {
    emails: sought?.kind === 'email' ? [sought.id] : [],
    playerIds: sought?.kind === 'number' ? [Number(sought.id)] : [],
    uIds: sought?.kind === 'publicId' ? [sought.id] : [],
    cpfs: sought?.kind === 'cpf' ? [sought.id] : [],
  }
  // Loaded once: each view is an audit row.
  const found = useAsked(
    'POST /api/backoffice/players/find',
    { body },
    { isWanted: sought !== undefined, everyMs: false },
  )
  const list = wholeList(found)
  const openId = address.get('aberto')
  const isOne = list.rows.length === 1 && openId !== 'nenhum'
  const open = isOne ? list.rows[0] : list.rows.find(({ playerId }) => String(playerId) === openId)

  return (
    <Page
      title={t('nav.players.name')}
      note={t('players.page.note')}
      drawer={
        open && (
          <PlayerDrawer
            key={open.playerId}
            player={open}
            onClose={() => address.set({ aberto: isOne ? 'nenhum' : '', parte: '', tipo: '' })}
          />
        )
      }
    >
      <PlayerSearch key={address.get('busca')} />
      {sought ? (
        <DataList
          title={t('nav.players.name')}
          columns={columns}
          list={list}
          keyOf={({ playerId }) => String(playerId)}
          open={{ key: open ? String(open.playerId) : '', onOpen: (key) => address.set({ aberto: key }) }}
          empty={{ title: t('players.list.empty'), text: t('players.list.emptyText') }}
        />
      ) : (
        <Empty icon="magnifying-glass" title={t('players.unasked.title')} text={t('players.unasked.text')} />
      )}
    </Page>
  )
}

function PlayerSearch() {
  const t = useText()
  const address = useAddress()
  const [words, setWords] = useState(address.get('busca'))
  const find = (event: FormEvent) => {
    event.preventDefault()
    const sought = parseSearch(words)
    if (!sought || sought.kind === 'order') return say(t('search.unknown.text'), 'failed')
    address.set({ busca: sought.id, aberto: '', parte: '', tipo: '' })
  }
  return (
    <form onSubmit={find} className="mb-12 flex max-w-560 gap-8">
      <TextInput
        size="s"
        className="flex-1"
        aria-label={t('players.search.label')}
        placeholder={t('players.search.label')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        before={<Icon name="magnifying-glass" className="size-18 text-text-3" />}
      />
      <Button submit kind="secondary" size="s">
        {t('players.search.button')}
      </Button>
    </form>
  )
}

function useColumns(): readonly ListColumn<Player>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => `#${playerId}`,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'uId',
        head: 'players.column.publicId',
        cell: ({ uId }) => <code>{uId}</code>,
        csv: ({ uId }) => uId,
      },
      { id: 'email', head: 'players.column.email', cell: ({ email }) => email, csv: ({ email }) => email },
      {
        id: 'name',
        head: 'players.column.name',
        cell: ({ name }) => name ?? '–',
        csv: ({ name }) => name ?? '',
      },
      { id: 'cpf', head: 'players.column.cpf', cell: ({ cpf }) => cpf ?? '–', csv: ({ cpf }) => cpf ?? '' },
      {
        id: 'identity',
        head: 'players.column.identity',
        cell: (player) => {
          const { tone, text } = identityOf(player)
          return <StatusTag tone={tone}>{t(text)}</StatusTag>
        },
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ closing, suspension }) => {
          if (suspension) return <StatusTag tone="loss">{t('players.state.suspended')}</StatusTag>
          return t(closing ? 'players.state.closed' : 'players.state.open')
        },
        csv: ({ closing, suspension }) => (suspension ? 'suspended' : closing ? 'closed' : 'open'),
      },
      {
        id: 'since',
        head: 'players.column.since',
        cell: ({ createdAt }) => format.time(createdAt),
        csv: ({ createdAt }) => createdAt,
      },
    ],
    [t, format],
  )
}
