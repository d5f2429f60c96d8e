import type { Permission } from '@palpite/contract/backoffice'
import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Added, NoChange, Removed } from '../../shared/Changes.tsx'
import { Conflict } from '../../shared/Conflict.tsx'
import { Decide } from '../../shared/Decide.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
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
      <Conflict
        title={t('roles.conflict.title', { version: state.version })}
        theirs={<Change change={changeOf(draft.base.permissions, state.permissions)} />}
        mine={<Change change={mine} />}
        onRebase={() => onChange({ base: state, wanted: new Set(changed(state.permissions, mine)) })}
        onDrop={() => onChange(undefined)}
      />
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
  if (isNoChange(change)) return <NoChange />
  return (
    <ul className="grid gap-2 text-13">
      {change.removed.map((permission) => (
        <li key={permission}>
          <Removed>{t(permissionNames[permission])}</Removed>
        </li>
      ))}
      {change.added.map((permission) => (
        <li key={permission}>
          <Added>{t(permissionNames[permission])}</Added>
        </li>
      ))}
    </ul>
  )
}

type ProposalProps = { state: RoleState; proposal: RoleState['proposals'][number] }

function Proposal({ state, proposal }: ProposalProps) {
  const t = useText()
  const format = useFormat()
  const approve = useCommand('POST /api/backoffice/roles/:role/versions/:version/approve')
  const reject = useCommand('POST /api/backoffice/roles/:role/versions/:version/reject')
  const input = { params: { role: state.role, version: String(proposal.version) } }
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
      <Decide
        proposedBy={proposal.proposedBy}
        isOutdated={isOutdated}
        approve={{
          label: t('settings.approve.button'),
          done: t('roles.approve.done'),
          isPending: approve.isPending,
          run: (follows) => approve.mutate(input, follows),
        }}
        end={{
          label: t('settings.reject.button'),
          done: t('settings.reject.done'),
          isPending: reject.isPending,
          run: (follows) => reject.mutate(input, follows),
        }}
      />
    </section>
  )
}
