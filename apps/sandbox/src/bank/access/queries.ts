import { text, type Store } from '../../store/index.ts'

export const ACCESS_TABLES = `
create table if not exists access_token (
  hash text primary key,
  scopes text not null,
  expires_at integer not null
) strict;`

export type AccessToken = Readonly<{ hash: string; scopes: readonly string[]; expiresAt: number }>

export const insertToken = (store: Store, token: AccessToken): number =>
  store.run(
    'insert into access_token (hash, scopes, expires_at) values (?, ?, ?)',
    token.hash,
    token.scopes.join(' '),
    token.expiresAt,
  )

export const deleteStaleTokens = (store: Store, now: number): number =>
  store.run('delete from access_token where expires_at <= ?', now)

/** The scopes of an unexpired token. */
export const readScopes = (store: Store, hash: string, now: number): string[] | undefined => {
  const row = store.one('select scopes from access_token where hash = ? and expires_at > ?', hash, now)
  return row && text(row, 'scopes').split(' ')
}
