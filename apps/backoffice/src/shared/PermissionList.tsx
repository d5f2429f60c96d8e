import type { Permission } from '@palpite/contract/backoffice'
import { useText } from './text.ts'
import { inGroups, permissionGroups, permissionNames } from './permission-names.ts'

/** Permissions grouped by the menu. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  const t = useText()
  return (
    <div className="grid gap-14 text-13">
      {inGroups(permissions).map(([group, granted]) => (
        <div key={group}>
          <h3 className="mb-2 text-12 font-600 text-text-2">{t(permissionGroups[group])}</h3>
          <ul>
            {granted.map((permission) => (
              <li key={permission} className="flex min-h-32 items-center border-b border-line last:border-0">
                {t(permissionNames[permission])}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
