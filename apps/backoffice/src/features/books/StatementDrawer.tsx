import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { centsOf } from '../../shared/amounts.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'
import { isAccount, isProvider, microsOf, type Statement } from './statement.ts'

type Props<Kind extends Statement['kind']> = {
  statement: Extract<Statement, { kind: Kind }>
  onClose: () => void
}

/** States what of the money outside the books is known: the house's own at a bank, or USDT that left an address. */
export function StatementDrawer({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  return statement.kind === 'bankOwn' ? (
    <BankOwn statement={statement} onClose={onClose} />
  ) : (
    <UsdtLeft statement={statement} onClose={onClose} />
  )
}

/** How much of the money at a bank is the house's own from now on; below zero where the house owes it. */
function BankOwn({ statement, onClose }: Props<'bankOwn'>) {
  const t = useText()
  const [provider, setProvider] = useState(statement.provider)
  const [amount, setAmount] = useState('')
  const command = useCommand('POST /api/backoffice/books/bankOwn')
  const ownCents = centsOf(amount)
  return (
    <Drawer title={t('books.bankOwn.title')} onClose={onClose}>
      <p className="text-13 text-text-2">{t('books.bankOwn.note')}</p>
      <ReasonedAct
        hint={t('books.statement.hint')}
        button={t('books.statement.button')}
        isBusy={command.isPending}
        isReady={isProvider(provider) && ownCents !== undefined}
        send={(reason, answered) =>
          ownCents !== undefined && command.mutate({ body: { provider, ownCents, reason } }, answered)
        }
        onDone={() => {
          say(t('books.statement.done'))
          onClose()
        }}
      >
        <TypedField
          label={t('deposits.column.provider')}
          hint={t('books.bankOwn.bankHint')}
          value={provider}
          onChange={setProvider}
        />
        <TypedField
          label={t('books.bankOwn.amount')}
          hint={t('books.bankOwn.amountHint')}
          value={amount}
          onChange={setAmount}
        />
      </ReasonedAct>
    </Drawer>
  )
}

const networks = ['TRC20', 'ERC20'] as const

/** How much USDT has left a player's address since it exists. */
function UsdtLeft({ statement, onClose }: Props<'usdtLeft'>) {
  const t = useText()
  const [network, setNetwork] = useState(statement.network)
  const [account, setAccount] = useState(statement.account)
  const [amount, setAmount] = useState('')
  const command = useCommand('POST /api/backoffice/books/usdtLeft')
  const micros = microsOf(amount)
  return (
    <Drawer title={t('books.usdtLeft.title')} onClose={onClose}>
      <p className="text-13 text-text-2">{t('books.usdtLeft.note')}</p>
      <ReasonedAct
        hint={t('books.statement.hint')}
        button={t('books.statement.button')}
        isBusy={command.isPending}
        isReady={isAccount(account) && micros !== undefined}
        send={(reason, answered) =>
          micros !== undefined && command.mutate({ body: { network, account, micros, reason } }, answered)
        }
        onDone={() => {
          say(t('books.statement.done'))
          onClose()
        }}
      >
        <Pick
          label={t('books.column.network')}
          value={network}
          options={networks.map((value) => ({ value, label: value }))}
          onChange={setNetwork}
        />
        <TypedField
          label={t('books.usdtLeft.account')}
          hint={t('books.usdtLeft.accountHint')}
          value={account}
          onChange={setAccount}
        />
        <TypedField
          label={t('books.usdtLeft.amount')}
          hint={t('books.usdtLeft.amountHint')}
          value={amount}
          onChange={setAmount}
        />
      </ReasonedAct>
    </Drawer>
  )
}

type FieldProps = { label: string; hint: string; value: string; onChange: (typed: string) => void }

const TypedField = ({ label, hint, value, onChange }: FieldProps) => (
  <Field label={label} hint={hint}>
    <TextInput size="s" value={value} onChange={({ target }) => onChange(target.value.trim())} />
  </Field>
)
