import { Button } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay, useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { type Statement, statementOf } from './statement.ts'

export type BookDifference = DataOf<'GET /api/backoffice/books/exceptions'>['items'][number]

const sourceNames: Readonly<Record<string, TextKey>> = {
  bank: 'books.source.bank',
  balance: 'books.source.balance',
  chain: 'books.source.chain',
  money: 'books.source.money',
  webhook: 'books.source.webhook',
  refund: 'books.source.refund',
}

/** Where a difference was found; a source without a text by its own name. */
export function sourceName(source: string, t: ReturnType<typeof useText>): string {
  const name = sourceNames[source]
  return name ? t(name) : source
}

type Props = { difference: BookDifference; onClose: () => void }

/** A difference: taken on by one operator, who then says how it was settled. */
export function DifferenceDrawer({ difference, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const maySettle = useMay('books.settle')
  const { id, day, source, subject, what, openedAt, ownerId } = difference
  const isOwn = ownerId === operatorId
  const statement = maySettle && statementOf(subject)
  return (
    <Drawer
      title={sourceName(source, t)}
      onClose={onClose}
      footer={maySettle && (isOwn ? <Settle id={id} onDone={onClose} /> : <TakeOn id={id} />)}
    >
      <Facts
        facts={[
          [t('books.column.what'), what],
          [t('books.column.subject'), <code key="subject">{subject}</code>],
          [t('books.column.day'), format.date(day)],
          [t('books.column.openedAt'), format.time(openedAt)],
          [
            t('books.column.owner'),
            ownerId === null ? t('books.owner.none') : t('shell.operator.id', { id: ownerId }),
          ],
        ]}
      />
      {statement && <StateIt subject={subject} kind={statement.kind} />}
    </Drawer>
  )
}

/** Leads to the statement that explains this difference. */
function StateIt({ subject, kind }: Pick<BookDifference, 'subject'> & Pick<Statement, 'kind'>) {
  const t = useText()
  const address = useAddress()
  return (
    <Button kind="outline" size="s" onClick={() => address.set({ aberto: subject })}>
      {t(kind === 'bankOwn' ? 'books.bankOwn.title' : 'books.usdtLeft.title')}
    </Button>
  )
}

function TakeOn({ id }: { id: number }) {
  const t = useText()
  const own = useCommand('POST /api/backoffice/books/exceptions/:id/own')
  return (
    <Button
      size="s"
      block
      busy={own.isPending}
      onClick={() =>
        own.mutate(
          { params: { id: String(id) } },
          {
            onSuccess: () => say(t('books.own.done')),
            onError: (error) => say(wordsOf(error, t), 'failed'),
          },
        )
      }
    >
      {t('books.own.button')}
    </Button>
  )
}

function Settle({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useText()
  const close = useCommand('POST /api/backoffice/books/exceptions/:id/close')
  return (
    <ReasonedAct
      hint={t('books.settle.hint')}
      button={t('books.settle.button')}
      isBusy={close.isPending}
      send={(resolution, answered) =>
        close.mutate({ params: { id: String(id) }, body: { resolution } }, answered)
      }
      onDone={() => {
        say(t('books.settle.done'))
        onDone()
      }}
    />
  )
}
