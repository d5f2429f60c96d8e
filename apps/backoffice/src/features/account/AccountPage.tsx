import { Button } from '@palpite/ui'
import { useState } from 'react'
import { Answered } from '../../shared/Answered.tsx'
import type { ApiError, DataOf } from '../../shared/api.ts'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { Facts } from '../../shared/Facts.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { PermissionList } from '../../shared/PermissionList.tsx'
import { roleNames } from '../../shared/permission-names.ts'
import { NewPasskey } from './NewPasskey.tsx'

type Passkey = DataOf<'GET /api/backoffice/session/passkeys'>['passkeys'][number]

/** The operator's own account: passkeys, authenticator app, permissions. */
export function AccountPage() {
  const t = useText()
  const me = useMe()
  const asked = useAsked('GET /api/backoffice/session/passkeys', {}, { everyMs: false })
  const card = 'hairline grid content-start gap-14 rounded-14 bg-surface-1 p-16'
  return (
    <Page title={t('nav.account.name')} note={me.email}>
      <div className="grid items-start gap-16 office:grid-cols-2">
        <section aria-label={t('passkeys.list.title')} className={card}>
          <div>
            <h2 className="text-16 font-700">{t('passkeys.list.title')}</h2>
            <p className="mt-4 text-13 text-text-2">{t('passkeys.list.text')}</p>
          </div>
          <Answered asked={asked} skeleton="h-120">
            {({ passkeys, max }) => (
              <>
                {passkeys.length === 0 ? (
                  <p className="text-13 font-600">{t('passkeys.list.empty')}</p>
                ) : (
                  <ul className="grid gap-8">
                    {passkeys.map((passkey) => (
                      <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
                    ))}
                  </ul>
                )}
                <NewPasskey isFull={passkeys.length >= max} />
              </>
            )}
          </Answered>
        </section>
        <section aria-label={t('account.may.title')} className={card}>
          <h2 className="text-16 font-700">{t('account.may.title')}</h2>
          <Facts
            facts={[
              [t('operators.column.id'), String(me.operatorId)],
              [
                t('operators.column.roles'),
                me.roles.map((role) => t(roleNames[role])).join(', ') || t('operators.roles.none'),
              ],
              [t('operators.factor.label'), t('operators.factor.on')],
            ]}
          />
          <PermissionList permissions={me.permissions} />
        </section>
      </div>
    </Page>
  )
}

function PasskeyRow({ passkey: { passkeyId, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const t = useText()
  const format = useFormat()
  const [isSure, setSure] = useState(false)
  const revoke = useCommand('POST /api/backoffice/session/removePasskey')
  const act = () =>
    revoke.mutate(
      { body: { passkeyId } },
      {
        onSuccess: () => say(t('passkeys.revoke.done')),
        onError: (error: ApiError) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <li className="hairline flex items-center gap-12 rounded-14 px-14 py-10 text-13">
      <p className="min-w-0 flex-1">
        <span className="block truncate font-600">{name}</span>
        <span className="text-12 text-text-2">
          {t('passkeys.row.made', { at: format.time(createdAt) })} ·{' '}
          {lastUsedAt === null
            ? t('passkeys.row.unused')
            : t('passkeys.row.used', { at: format.time(lastUsedAt) })}
        </span>
      </p>
      <Button
        kind={isSure ? 'danger' : 'outline'}
        size="s"
        busy={revoke.isPending}
        onClick={isSure ? act : () => setSure(true)}
      >
        {t(isSure ? 'passkeys.revoke.confirm' : 'passkeys.revoke.button')}
      </Button>
    </li>
  )
}
