import type { Permission } from '@palpite/contract/backoffice'
import { Button } from '@palpite/ui'
import { useState } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { PermissionTicks, type RoleState } from './Granting.tsx'
import { PermissionList } from '../../shared/PermissionList.tsx'
import { permissionNames, roleNames } from '../../shared/permission-names.ts'
import { changed, changeOf, isNoChange, type RoleChange } from './role-changes.ts'

type Draft = { base: Pick<RoleState, 'version' | 'permissions'>; wanted: ReadonlySet<Permission> }

/** A role's permissions, proposals, and a new proposal. */
export function RoleDrawer({ state, onClose }: { state: RoleState; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState<Draft>()
  return (
    <Drawer title={t(roleNames[state.role])} onClose={onClose}>
      {state.proposals.map((proposal) => (
        <Proposal key={proposal.version} state={state} proposal={proposal} />
      ))}
      {draft ? (
        <Editing state={state} draft={draft} onChange={setDraft} />
      ) : (
        <>
          <Button
            kind="outline"
            size="s"
            onClick={() => setDraft({ base: state, wanted: new Set(state.permissions) })}
          >
            {t('roles.propose.open')}
          </Button>
          <div>
            <h3 className="mb-6 text-13 font-700">
              {t('settings.version.title', { version: state.version })}
            </h3>
            <PermissionList permissions={state.permissions} />
          </div>
        </>
      )}
    </Drawer>
  )
}

type EditingProps = { state: RoleState; draft: Draft; onChange: (draft: Draft | undefined) => void }

/** A proposal in progress. If the role changed meanwhile, both changes are shown side by side first. */
function Editing({ state, draft, onChange }: EditingProps) {
  const t = useText()
  const propose = useCommand('POST /api/backoffice/roles/:role/versions')
  const mine = changeOf(draft.base.permissions, [...draft.wanted])
  const isOutdated = draft.base.version !== state.version
  const send = () =>
    propose.mutate(
      {
        params: { role: state.role },
        body: { permissions: [...draft.wanted], baseVersion: draft.base.version },
      },
      {
        onSuccess: ({ version }) => {
          say(t('settings.propose.done', { version }))
          onChange(undefined)
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  if (isOutdated)
    return (
      <div role="alert" className="grid gap-12 rounded-14 bg-warn-tint p-14 text-13">
        <p className="font-700">{t('roles.conflict.title', { version: state.version })}</p>
        <p className="font-600">{t('roles.conflict.theirs')}</p>
        <Change change={changeOf(draft.base.permissions, state.permissions)} />
        <p className="font-600">{t('roles.conflict.mine')}</p>
        <Change change={mine} />
        <Button
          size="s"
          onClick={() => onChange({ base: state, wanted: new Set(changed(state.permissions, mine)) })}
        >
          {t('roles.conflict.rebase')}
        </Button>
        <Button kind="outline" size="s" onClick={() => onChange(undefined)}>
          {t('roles.conflict.drop')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-14">
      <PermissionTicks
        label={t(roleNames[state.role])}
        granted={draft.wanted}
        onChange={(wanted) => onChange({ ...draft, wanted })}
      />
      <Change change={mine} />
      <div className="flex gap-8">
        <Button
          size="s"
          className="flex-1"
          busy={propose.isPending}
          disabled={isNoChange(mine)}
          onClick={send}
        >
          {t('settings.propose.button')}
        </Button>
        <Button kind="outline" size="s" onClick={() => onChange(undefined)}>
          {t('operators.roles.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The permissions a role gains and loses. */
function Change({ change }: { change: RoleChange }) {
  const t = useText()
  if (isNoChange(change)) return <p className="text-13 text-text-2">{t('settings.difference.none')}</p>
  return (
    <ul className="grid gap-2 text-13">
      {change.removed.map((permission) => (
        <li key={permission}>
          <del className="block rounded-6 bg-loss-tint px-8 py-2 text-text no-underline before:content-['−_']">
            {t(permissionNames[permission])}
          </del>
        </li>
      ))}
      {change.added.map((permission) => (
        <li key={permission}>
          <ins className="block rounded-6 bg-win-tint px-8 py-2 text-text no-underline before:content-['+_']">
            {t(permissionNames[permission])}
          </ins>
        </li>
      ))}
    </ul>
  )
}

type ProposalProps = { state: RoleState; proposal: RoleState['proposals'][number] }

function Proposal({ state, proposal }: ProposalProps) {
  const t = useText()
  const format = useFormat()
  const me = useMe()
  const approve = useCommand('POST /api/backoffice/roles/:role/versions/:version/approve')
  const reject = useCommand('POST /api/backoffice/roles/:role/versions/:version/reject')
  const input = { params: { role: state.role, version: String(proposal.version) } }
  const onError = (error: ApiError) => say(wordsOf(error, t), 'failed')
  const isOwn = proposal.proposedBy === me.operatorId
  const isOutdated = proposal.baseVersion !== state.version
  return (
    <section className="hairline grid gap-10 rounded-14 p-14 text-13">
      <h3 className="font-700">{t('settings.version.title', { version: proposal.version })}</h3>
      <p className="text-12 text-text-2">
        {t('settings.version.proposed', { id: proposal.proposedBy, at: format.time(proposal.proposedAt) })}
      </p>
      <Change change={changeOf(state.permissions, proposal.permissions)} />
      <p className="text-12 text-text-2">{t('roles.proposal.holders', { count: state.holders })}</p>
      {isOutdated && <p className="rounded-11 bg-warn-tint px-12 py-8">{t('settings.version.outdated')}</p>}
      <div className="flex gap-8">
        <Button
          size="s"
          className="flex-1"
          busy={approve.isPending}
          disabled={isOwn || isOutdated}
          onClick={() => approve.mutate(input, { onSuccess: () => say(t('roles.approve.done')), onError })}
        >
          {t('settings.approve.button')}
        </Button>
        <Button
          kind="outline"
          size="s"
          busy={reject.isPending}
          onClick={() => reject.mutate(input, { onSuccess: () => say(t('settings.reject.done')), onError })}
        >
          {t('settings.reject.button')}
        </Button>
      </div>
      {isOwn && <p className="text-12 text-text-2">{t('settings.approve.own')}</p>}
    </section>
  )
}
