import { type Permission, permissions, type Role } from '@palpite/contract/backoffice'
import { Checkbox } from '@palpite/ui'
import { Answered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { useMe } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { inGroups, permissionGroups, permissionNames, roleNames } from '../../shared/permission-names.ts'

export type RoleState = DataOf<'GET /api/backoffice/roles'>[number]

/** A grant: roles and single permissions. */
export type Grant = { roles: ReadonlySet<Role>; permissions: ReadonlySet<Permission> }

export const noGrant: Grant = { roles: new Set(), permissions: new Set() }

/** A grant in the form of a call. */
export const grantBody = ({ roles, permissions: single }: Grant) => ({
  roles: [...roles],
  permissions: [...single],
})

/** A set with one item added or removed. */
function toggled<T>(now: ReadonlySet<T>, one: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(now)
  if (isIn) next.add(one)
  else next.delete(one)
  return next
}

type Props = { grant: Grant; onChange: (grant: Grant) => void }

/** Selectable roles and additional permissions. Those beyond the operator's own are disabled with a note. */
export function Granting({ grant, onChange }: Props) {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/roles', {})
  return (
    <>
      <fieldset>
        <legend className="mb-4 text-13 font-600 text-text-2">{t('operators.roles.label')}</legend>
        <Answered asked={asked} skeleton="h-240">
          {(states) =>
            states.map((state) => (
              <RoleTick
                key={state.role}
                state={state}
                isGiven={grant.roles.has(state.role)}
                onChange={(isGiven) =>
                  onChange({ ...grant, roles: toggled(grant.roles, state.role, isGiven) })
                }
              />
            ))
          }
        </Answered>
      </fieldset>
      <details className="text-13">
        <summary className="cursor-pointer font-600 text-text-2">
          {t('operators.single.label', { count: grant.permissions.size })}
        </summary>
        <PermissionTicks
          label={t('operators.single.legend')}
          granted={grant.permissions}
          onChange={(next) => onChange({ ...grant, permissions: next })}
        />
      </details>
    </>
  )
}

type TickProps = { state: RoleState; isGiven: boolean; onChange: (isGiven: boolean) => void }

function RoleTick({ state: { role, permissions: set }, isGiven, onChange }: TickProps) {
  const t = useText()
  const me = useMe()
  const isAbove = set.some((one) => !me.permissions.includes(one))
  return (
    <Checkbox checked={isGiven} disabled={isAbove} onChange={({ target }) => onChange(target.checked)}>
      {t(roleNames[role])}
      <span className="text-text-2">
        {' '}
        · {isAbove ? t('operators.roles.above') : t('operators.roles.count', { count: set.length })}
      </span>
    </Checkbox>
  )
}

type TicksProps = {
  label: string
  granted: ReadonlySet<Permission>
  onChange: (granted: ReadonlySet<Permission>) => void
}

/** Every permission as a checkbox; those the operator lacks are fixed. */
export function PermissionTicks({ label, granted, onChange }: TicksProps) {
  const t = useText()
  const me = useMe()
  return (
    <fieldset className="mt-6">
      <legend className="sr-only">{label}</legend>
      {inGroups(permissions).map(([group, ofGroup]) => (
        <div key={group} className="mb-8">
          <p className="text-12 font-600 text-text-2">{t(permissionGroups[group])}</p>
          {ofGroup.map((permission) => (
            <Checkbox
              key={permission}
              checked={granted.has(permission)}
              disabled={!me.permissions.includes(permission)}
              onChange={({ target }) => onChange(toggled(granted, permission, target.checked))}
            >
              {t(permissionNames[permission])}
            </Checkbox>
          ))}
        </div>
      ))}
    </fieldset>
  )
}
