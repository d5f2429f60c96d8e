import { text, whole, type Row, type Store } from '../store/index.ts'

export const MAIL_TABLES = `
create table if not exists mail (
  id integer primary key autoincrement,
  sender text not null,
  from_header text not null,
  to_header text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  received_at integer not null
) strict;
create table if not exists mail_recipient (
  mail_id integer not null references mail (id) on delete cascade,
  address text not null,
  primary key (address, mail_id)
) strict;`

export type NewMail = Readonly<{
  sender: string
  recipients: readonly string[]
  from: string
  to: string
  subject: string
  text: string
  html: string
  receivedAt: number
}>

export type Mail = NewMail & Readonly<{ id: number }>

/** The most mails stored; beyond it the oldest are deleted, so a sandbox left running for months stays small. */
const MAX_KEPT = 2000

export const insertMail = (store: Store, mail: NewMail): void =>
  store.atomically(() => {
    const row = store.one(
      `insert into mail (sender, from_header, to_header, subject, body_text, body_html, received_at)
       values (?, ?, ?, ?, ?, ?, ?) returning id`,
      mail.sender,
      mail.from,
      mail.to,
      mail.subject,
      mail.text,
      mail.html,
      mail.receivedAt,
    )
    if (row === undefined) throw new Error('a new mail has an id')
    for (const address of new Set(mail.recipients)) {
      store.run('insert into mail_recipient (mail_id, address) values (?, ?)', whole(row, 'id'), address)
    }
    // Ids grow by one, and recipients are deleted with their mail.
    store.run('delete from mail where id <= ?', whole(row, 'id') - MAX_KEPT)
  })

const mail = (row: Row): Mail => ({
  id: whole(row, 'id'),
  sender: text(row, 'sender'),
  recipients: text(row, 'recipients').split(' '),
  from: text(row, 'from_header'),
  to: text(row, 'to_header'),
  subject: text(row, 'subject'),
  text: text(row, 'body_text'),
  html: text(row, 'body_html'),
  receivedAt: whole(row, 'received_at'),
})

/** Mails to this address (or all), newest first. */
export const readMails = (store: Store, address: string | undefined, max: number): Mail[] =>
  store
    .all(
      `select mail.*, (select group_concat(address, ' ') from mail_recipient where mail_id = mail.id) as recipients
         from mail
        where ? is null or exists (select 1 from mail_recipient
                                    where mail_recipient.mail_id = mail.id and mail_recipient.address = ?)
        order by mail.id desc limit ?`,
      address ?? null,
      address ?? null,
      max,
    )
    .map(mail)

export const deleteMails = (store: Store): number =>
  store.atomically(() => {
    store.run('delete from mail_recipient')
    return store.run('delete from mail')
  })
