import pg from 'pg'
import type { Sql } from './sql.ts'

/**
 * The role that migrations grant the application's rights to. The application connects as it, or as a member of it. The
 * name is fixed, so that a migration can say beside a table what may be done to it.
 */
export const APP_ROLE = 'palpite_app'

/** Makes the application's role in this cluster, where it is missing and the one who connects may. It owns nothing. */
export async function makeAppRole(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (found.rowCount) return
  await client.query(`create role ${pg.escapeIdentifier(APP_ROLE)} login`).catch((error: unknown) => {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION) return // another start was faster
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(
      `The role ${APP_ROLE} is missing in the database, and the one who runs the migrations may not create it: ` +
        `have it created first (create role ${APP_ROLE} login password '…').`,
      { cause: error },
    )
  })
}

const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
const INSUFFICIENT_PRIVILEGE = '42501'

type Rights = { name: string; mayAll: boolean; isMember: boolean }

/**
 * What is wrong with the role that the application connects as, in one sentence; nothing when it has the rights of the
 * application and no more. Whoever owns the tables may switch off what guards them.
 */
export async function wrongAppRole(sql: Sql): Promise<string | undefined> {
  const [role] = await sql<Rights[]>`
    select current_user as name,
           (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
             or exists (select from pg_class
                         where relnamespace = 'public'::regnamespace
                           and pg_has_role(current_user, relowner, 'member')) as "mayAll",
           pg_has_role(current_user, ${APP_ROLE}, 'usage') as "isMember"`
  if (!role) return undefined
  if (role.mayAll) {
    return (
      `The role ${role.name} of DATABASE_URL owns the tables or rules the cluster, so nothing keeps it from rewriting what ` +
      `happened: connect as ${APP_ROLE}, and name the owner's address in DATABASE_OWNER_URL.`
    )
  }
  return role.isMember
    ? undefined
    : `The role ${role.name} of DATABASE_URL has no rights here: grant ${APP_ROLE} to it.`
}
